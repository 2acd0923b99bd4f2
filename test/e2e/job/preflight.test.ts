/** Obstacles on GitHub are found before the model is asked: by the action, and by the doctor on a laptop. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { ActionEnd } from "../../doubles/runner.ts";
import { CANARY, createScene, FILES, NO_BWRAP } from "../harness.ts";
import { createJobScene, REPOSITORY, TOKEN } from "./job-scene.ts";

const READ_ONLY = { contents: "read", issues: "read", pull_requests: "read" } as const;

function warnings({ commands }: ActionEnd): string[] {
  return commands.filter(({ name }) => name === "warning").map(({ value }) => value);
}

test("in an archived repository nothing is spent, and the summary says what to do", async () => {
  await using scene = await createJobScene({ repository: { archived: true } });
  const { github, model } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi fix");
  assert.equal(end.code, 2, end.log);
  assert.equal(end.outputs["outcome"], "config_error");
  assert.equal(
    end.outputs["reason"],
    "octo/demo is archived, so nothing can be written to it. Unarchive it (Settings → General), or run on another repository.",
  );
  assert.match(end.summary, /^## kimi-runner: the run did not begin\n\nocto\/demo is archived/);
  assert.equal(model.requests.length, 0);
  assert.deepEqual(
    github.requests
      .filter(({ method, path }) => method !== "GET" && path !== "/graphql" && !path.includes("/git-"))
      .map(({ path, status }) => [path.replace(/\d+/, "N"), status]),
    [["/repos/octo/demo/issues/comments/N/reactions", 403]],
  );
});

test("a person without permission learns nothing about the token and the rules", async () => {
  await using scene = await createJobScene({ token: { scopes: READ_ONLY } });
  const { github } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi fix", "mallory");
  assert.equal(end.outputs["outcome"], "skipped");
  assert.deepEqual(warnings(end), []);
});

test(
  "a token that cannot push says so before the first request to the model, as one annotation and in the summary",
  { skip: NO_BWRAP },
  async () => {
    await using scene = await createJobScene({ token: { scopes: READ_ONLY } });
    const { github, model } = scene;
    const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
    let requestsAtWarning: number | undefined;
    const onLog = (text: string): void => {
      if (text.includes("The token may not push")) requestsAtWarning ??= model.requests.length;
    };
    const end = await scene.command(number, "/kimi fix", "alice", { onLog });
    assert.equal(end.outputs["outcome"], "published_partially", end.log);
    assert.equal(requestsAtWarning, 0);
    const about = warnings(end).filter((text) => text.startsWith("The token may not push"));
    assert.deepEqual(about, [
      "The token may not push (403: Permission to octo/demo.git denied to github-actions[bot].). The work will be in the run's bundle only. Add `permissions: contents: write` to the job, or give the token that permission.",
    ]);
    assert.match(end.summary, /Warnings[\s\S]*The token may not push/);
    assert.ok(warnings(end).length <= 10);
    assert.deepEqual(github.violations, []);
  },
);

test(
  "rules and the setting for pull requests: a warning each; the progress is one fold of the log",
  { skip: NO_BWRAP },
  async () => {
    await using scene = await createJobScene({
      token: { scopes: { contents: "write", issues: "write", pull_requests: "write", administration: "read" } },
      repository: { protectedBranches: ["kimi/issue-1-00000000"], actionsMayCreatePullRequests: false },
    });
    const { github } = scene;
    const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
    const end = await scene.command(number, "/kimi fix");
    const said = warnings(end).join("\n");
    assert.match(said, /^Pushing to kimi\/\*\* is against the rules.* Settings → Rules: exclude `kimi\/\*\*`/m);
    assert.match(said, /^GitHub Actions may not open pull requests in this repository\. Settings → Actions/m);
    assert.deepEqual(
      end.commands.map(({ name }) => name).filter((name) => name === "group" || name === "endgroup"),
      ["group", "endgroup"],
    );
    const [, inside = "", after = ""] = /::group::kimi-runner\n([\s\S]*)::endgroup::\n([\s\S]*)$/.exec(end.log) ?? [];
    assert.match(inside, /▶ openai\/test-model[\s\S]*■ completed/);
    assert.match(after, /^│ published_partially: /);
    const calls = github.requests.filter(({ path }) => !path.includes(".git/"));
    assert.ok(calls.length <= 25, `${calls.length} API calls`);
  },
);

test("the doctor asks GitHub with the checkout's origin, and each obstacle comes with its fix", async () => {
  await using scene = await createJobScene({
    token: { scopes: { ...READ_ONLY, administration: "read" } },
    repository: { actionsMayCreatePullRequests: false },
  });
  await using local = await createScene({ files: FILES });
  await using other = await createScene({ files: FILES }); // a doctor waits for no other one on its checkout
  const { url } = scene.github;
  const { host } = new URL(url);
  const doctor = async (env: Readonly<Record<string, string>>, { cli } = local) =>
    cli(["doctor", "--model", "openai/test-model", "--sandbox", "none"], {
      env: { OPENAI_API_KEY: CANARY, GITHUB_API_URL: url, GITHUB_SERVER_URL: url, ...env },
    });

  await using silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const asked = performance.now();
  const unanswered = doctor(
    {
      GITHUB_TOKEN: TOKEN,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_API_URL: silentUrl,
      GITHUB_SERVER_URL: silentUrl,
    },
    other,
  ).then(({ stdout }) => ({ stdout, seconds: (performance.now() - asked) / 1000 }));

  const without = await doctor({});
  assert.match(without.stdout, /\? github {8}GitHub was not asked: GITHUB_TOKEN is not set\./);
  assert.equal(without.code, 0, without.stdout);
  const homeless = await doctor({ GITHUB_TOKEN: TOKEN });
  assert.match(homeless.stdout, /GitHub was not asked: The checkout has no origin on 127/);
  assert.equal(scene.github.requests.length, 0);

  local.repository.git("remote", "add", "origin", `ssh://git@${host}/${REPOSITORY}.git`);
  const end = await doctor({ GITHUB_TOKEN: TOKEN });
  assert.equal(end.code, 1);
  assert.match(end.stdout, /✓ token {9}GitHub accepts it as github-actions\[bot\]\./);
  assert.match(end.stdout, /✗ push {10}The token may not push.*\n +→ Add `permissions: contents: write`/);
  assert.match(end.stdout, /✓ branch rules /);
  assert.match(end.stdout, /✗ pull requests .*\n +→ Settings → Actions → General/);
  assert.ok(!end.stdout.includes(TOKEN));
  assert.equal(local.server.requests.length, 0);
  assert.deepEqual(scene.github.violations, []);
  assert.deepEqual(
    scene.github.requests.filter(
      ({ method, path }) => method !== "GET" && path !== "/graphql" && !path.includes("/git-"),
    ),
    [],
  );
  const { stdout, seconds } = await unanswered;
  assert.match(stdout, /\? repository {4}GitHub did not answer in time\./);
  assert.ok(seconds < 20, `${seconds} s`); // each request of the client alone may take 30 s
  silent.closeAllConnections();
});
