/** The runner double: environment, command files, workflow commands, masks, artifacts, checkout. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startArtifactService } from "../doubles/artifact-service.ts";
import { checkout } from "../doubles/checkout.ts";
import { parseCommandFile, parseCommands } from "../doubles/command-files.ts";
import { runGit } from "../doubles/git-client.ts";
import { startGitHub } from "../doubles/github/server.ts";
import { runAction, type ActionOptions } from "../doubles/runner.ts";
import { createScratch } from "../doubles/scratch.ts";
import { without } from "../doubles/missing.ts";

const SHA = "0".repeat(40);

/** An action of a few lines, with the toolkit's packages at hand. */
function action(dir: string, source: string): string {
  const entry = join(dir, "action.mjs");
  const names = ["core", "artifact", "github"];
  const imports = names.map(
    (name) => `import * as ${name} from ${JSON.stringify(import.meta.resolve(`@actions/${name}`))};`,
  );
  writeFileSync(entry, `${imports.join("\n")}\n${source}`);
  return entry;
}

function options(dir: string, source: string): ActionOptions {
  return {
    inputs: { prompt: "Fix it" },
    event: { name: "issue_comment", payload: { action: "created" } },
    repository: "octo/demo",
    workspace: dir,
    sha: SHA,
    apiUrl: "http://127.0.0.1:9",
    entry: action(dir, source),
  };
}

test("a step gets the runner's environment and leaves its files", async () => {
  using scratch = createScratch();
  using end = await runAction(
    options(
      scratch.dir,
      `core.setOutput("outcome", "two\\nlines");
       core.setOutput("prompt", core.getInput("prompt") + "|" + core.getInput("sandbox") + "|" + core.getInput("model"));
       core.exportVariable("LATER", "1"); core.addPath("/opt/x"); core.saveState("k", "v");
       core.setSecret("hunter2"); console.log("the word is hunter2"); console.error("on stderr");
       core.warning("careful", { file: "a.ts", startLine: 3 });
       const { GITHUB_REPOSITORY, GITHUB_EVENT_NAME, GITHUB_TOKEN, ACTIONS_RUNTIME_TOKEN } = process.env;
       core.setOutput("env", JSON.stringify([GITHUB_REPOSITORY, GITHUB_EVENT_NAME, GITHUB_TOKEN, ACTIONS_RUNTIME_TOKEN]));
       core.setOutput("action", github.context.payload.action);
       await core.summary.addRaw("# Done").write();
       process.exitCode = 3;`,
    ),
  );
  assert.deepEqual(
    { code: end.code, outputs: end.outputs, state: end.state, env: end.env, path: end.path, summary: end.summary },
    {
      code: 3,
      outputs: {
        outcome: "two\nlines",
        prompt: "Fix it|sealed|",
        env: '["octo/demo","issue_comment",null,null]',
        action: "created",
      },
      state: { k: "v" },
      env: { LATER: "1" },
      path: ["/opt/x"],
      summary: "# Done",
    },
  );
  assert.deepEqual(
    end.commands.map(({ name, properties, value }) => [name, properties, value]),
    [
      ["add-mask", {}, "hunter2"],
      ["warning", { file: "a.ts", line: "3" }, "careful"],
    ],
  );
  assert.match(end.log, /the word is \*\*\*/);
  assert.match(end.log, /on stderr/);
  assert.doesNotMatch(end.log, /hunter2/);
});

test("an input that action.yml does not declare is a mistake of the test", async () => {
  using scratch = createScratch();
  await assert.rejects(runAction({ ...options(scratch.dir, ""), inputs: { promt: "x" } }), /declares no input promt/);
});

test("a step can run on a terminal", { skip: without("script") }, async () => {
  using scratch = createScratch();
  using end = await runAction({
    ...options(scratch.dir, `console.log("%s %s", process.stdout.isTTY, process.stderr.isTTY); process.exitCode = 5;`),
    pty: true,
  });
  assert.deepEqual([end.code, end.raw.trim()], [5, "true true"]);
});

test("commands are found where the runner finds them", () => {
  const lines = [
    "  ::warning file=a,line=2::one%0Atwo",
    "text ::error::not at the start",
    "│ ::error::behind a prefix",
    "::unknown::plain",
    "::error no end",
    "text ##[error]anywhere",
    "::stop-commands::pause",
    "::error::not heard",
    "::pause::",
    "\r::group::after a return",
  ];
  assert.deepEqual(
    parseCommands(lines.join("\n")).map(({ name, properties, value }) => [name, properties, value]),
    [
      ["warning", { file: "a", line: "2" }, "one\ntwo"],
      ["error", {}, "anywhere"],
      ["stop-commands", {}, "pause"],
      ["group", {}, "after a return"],
    ],
  );
});

test("command files are read as the runner reads them", () => {
  assert.deepEqual(parseCommandFile("a=1\nb<<EOF\nx=y\n\nEOF\nc=d<<e\n"), { a: "1", b: "x=y\n", c: "d<<e" });
  assert.throws(() => parseCommandFile("no separator\n"), /Invalid format/);
  assert.throws(() => parseCommandFile("a<<EOF\nx\n"), /Matching delimiter not found/);
});

test("@actions/artifact uploads to the artifact service", async () => {
  using scratch = createScratch();
  await using artifacts = await startArtifactService();
  const source = `
    import { mkdirSync, writeFileSync } from "node:fs";
    const dir = process.env.RUNNER_TEMP + "/bundle";
    mkdirSync(dir + "/deep", { recursive: true });
    writeFileSync(dir + "/diff.patch", "x".repeat(100000));
    writeFileSync(dir + "/deep/outcome.json", "{}");
    const client = new artifact.DefaultArtifactClient();
    const files = [dir + "/diff.patch", dir + "/deep/outcome.json"];
    const { id, size } = await client.uploadArtifact("kimi", files, dir);
    core.setOutput("artifact", id + " " + (size > 0));
    const { artifacts } = await client.listArtifacts();
    core.setOutput("listed", artifacts.map(({ name }) => name).join());
    await client.downloadArtifact(id, { path: dir + "/back" });
    await client.uploadArtifact("kimi", files, dir).catch(({ message }) => core.setOutput("twin", message));`;
  using end = await runAction({ ...options(scratch.dir, source), artifacts });
  assert.deepEqual([end.code, end.artifacts], [0, ["kimi"]], end.log);
  assert.deepEqual([end.outputs["artifact"], end.outputs["listed"]], ["1 true", "kimi"]);
  assert.match(end.outputs["twin"] ?? "", /409/);
  assert.deepEqual(
    artifacts.unpack("kimi").map(({ path, bytes }) => [path, bytes.length]),
    [
      ["diff.patch", 100_000],
      ["deep/outcome.json", 2],
    ],
  );
  assert.equal(readFileSync(join(end.tempDir, "bundle/back/deep/outcome.json"), "utf8"), "{}");
  assert.deepEqual(artifacts.violations, []);
});

test("checkout leaves one commit and the token, as actions/checkout does", async () => {
  using scratch = createScratch();
  await using github = await startGitHub();
  github.addToken("token");
  await github.addRepository({ name: "octo/demo", files: { "a.txt": "1\n" }, private: true });
  const second = await github.addCommit("octo/demo", { branch: "main", files: { "a.txt": "2\n" } });
  const dir = join(scratch.dir, "workspace");
  assert.equal(await checkout({ github, repository: "octo/demo", dir, token: "token" }), second);
  assert.equal(readFileSync(join(dir, "a.txt"), "utf8"), "2\n");
  assert.deepEqual(
    [await runGit(dir, "rev-list", "--count", "HEAD"), await runGit(dir, "branch", "--show-current")].map(
      ({ out }) => out,
    ),
    ["1", "main"],
  );
  assert.match(readFileSync(join(dir, ".git/config"), "utf8"), /extraheader = AUTHORIZATION: basic /);
  const pushed = await runGit(dir, "push", "-q", "origin", "HEAD:refs/heads/work");
  assert.equal(pushed.code, 0, pushed.err);

  await github.addPull("octo/demo", { head: await branch(github) });
  const other = join(scratch.dir, "pull");
  const ref = "refs/pull/1/merge";
  await checkout({ github, repository: "octo/demo", dir: other, ref, token: "token", persistCredentials: false });
  assert.equal(readFileSync(join(other, "b.txt"), "utf8"), "b\n");
  assert.doesNotMatch(readFileSync(join(other, ".git/config"), "utf8"), /extraheader/);
  assert.deepEqual(github.violations, []);
});

async function branch(github: Awaited<ReturnType<typeof startGitHub>>): Promise<string> {
  await github.addCommit("octo/demo", { branch: "topic", files: { "b.txt": "b\n" } });
  return "topic";
}
