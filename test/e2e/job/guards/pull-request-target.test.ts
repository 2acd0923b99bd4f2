/** The event pull_request_target, which has secrets for any pull request: runs only answer, in a sealed cell, and the base stays checked out. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../../../doubles/checkout.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { NO_BWRAP } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN } from "../job-scene.ts";

test(
  "pull_request_target: a review from the base's checkout; everything else is refused",
  { skip: NO_BWRAP },
  async () => {
    const finding = { path: "src/evil.js", quote: "x", severity: "bug", title: "T", evidence: "E", replacement: "y" };
    await using scene = await createJobScene({
      replies: (_, n) => (n === 0 ? { calls: [{ name: "report_finding", arguments: finding }] } : { text: "Fine." }),
    });
    const { github, model } = scene;
    await github.addCommit(REPOSITORY, {
      branch: "feature",
      from: "main",
      files: { "src/evil.js": "x\n" },
      user: "alice",
    });
    const pull = await github.addPull(REPOSITORY, { head: "feature", title: "Mine", user: "alice" });
    const built = await github.event({
      repository: REPOSITORY,
      event: "pull_request",
      number: pull.number,
      action: "opened",
      sender: "alice",
    });
    const event = { ...built, name: "pull_request_target" };
    const inputs = { prompt: "/kimi review" };
    const refused = [
      await scene.runBuilt(event, { inputs: { prompt: "/kimi fix it" } }),
      await scene.runBuilt(event, { inputs: { ...inputs, sandbox: "none" } }),
      await scene.runBuilt(event, { inputs, env: { GITHUB_SHA: "a".repeat(40) } }),
    ];
    assert.deepEqual(
      refused.map(({ outputs }) => outputs["outcome"]),
      ["config_error", "config_error", "config_error"],
      refused.map(({ log }) => log).join("\n"),
    );
    assert.match(refused[2]?.outputs["reason"] ?? "", /has checked out .*, not the base's aaaaaaaaaaaa/);
    assert.equal(model.requests.length, 0);
    using scratch = createScratch();
    const workspace = join(scratch.dir, "workspace");
    const sha = await checkout({ github, repository: REPOSITORY, dir: workspace, token: TOKEN });
    const end = await scene.runBuilt(event, { inputs, workspace, sha });
    assert.equal(end.outputs["outcome"], "completed", end.log);
    assert.match(JSON.stringify(model.requests[0]?.json), /src\/evil\.js/);
    assert.deepEqual(ownComments(github, pull.number), [], "a review leaves no comment beside itself");
    const review = github.requests.find(({ method, path }) => method === "POST" && path.endsWith("/reviews"));
    const [comment] = (review as { body: { comments: { body: string }[] } } | undefined)?.body.comments ?? [];
    assert.match(
      comment?.body ?? "",
      /not proven: code of forks, of outsiders and of pull\\_request\\_target is not run/,
    );
    assert.equal(existsSync(join(workspace, "src/add.js")), true);
    assert.equal(existsSync(join(workspace, "src/evil.js")), false, "the base's files are back");
  },
);

/** Attributes of the head garble its files, and the folder of the base's sources is a link. A plain checkout does not find back. */
test(
  "pull_request_target: no attribute, link or submodule of the head keeps the base's files away",
  { skip: NO_BWRAP },
  async () => {
    await using scene = await createJobScene({ replies: () => ({ text: "Fine." }) });
    const { github } = scene;
    const files = {
      ".gitattributes": "* text eol=crlf filter=evil ident working-tree-encoding=UTF-16\n",
      ".gitmodules": '[submodule "x"]\n\tpath = sub\n\turl = ../x\n',
    };
    await github.addCommit(REPOSITORY, { branch: "feature", from: "main", files, user: "alice" });
    const { dir } = github.repository(REPOSITORY);
    const env = { ...process.env, GIT_INDEX_FILE: join(dir, "hostile-index") };
    const git = (args: readonly string[], input = ""): string =>
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.invalid", ...args], {
        cwd: dir,
        encoding: "utf8",
        env,
        input,
      }).trim();
    git(["read-tree", "feature"]);
    git(["rm", "-rq", "--cached", "src"]);
    git(["update-index", "--add", "--cacheinfo", `120000,${git(["hash-object", "-w", "--stdin"], "/tmp")},src`]);
    git(["update-index", "--add", "--cacheinfo", `160000,${git(["rev-parse", "main"])},sub`]);
    const head = git(["commit-tree", git(["write-tree"]), "-p", "feature", "-m", "hostile"]);
    git(["update-ref", "refs/heads/feature", head]);
    const pull = await github.addPull(REPOSITORY, { head: "feature", title: "Mine", user: "alice" });
    const built = await github.event({
      repository: REPOSITORY,
      event: "pull_request",
      number: pull.number,
      action: "opened",
      sender: "alice",
    });
    using scratch = createScratch();
    const workspace = join(scratch.dir, "workspace");
    const sha = await checkout({ github, repository: REPOSITORY, dir: workspace, token: TOKEN });
    const inputs = { prompt: "/kimi review" };
    const end = await scene.runBuilt({ ...built, name: "pull_request_target" }, { inputs, workspace, sha });
    const here = (...args: readonly string[]): string =>
      execFileSync("git", args, { cwd: workspace, encoding: "utf8" }).trim();
    assert.deepEqual([here("status", "--porcelain"), here("rev-parse", "HEAD")], ["", sha], end.log);
    assert.equal(existsSync(join(workspace, ".gitattributes")), false);
    assert.equal(here("ls-files", "src/add.js"), "src/add.js");
    assert.equal(existsSync(join(workspace, "src/add.js")), true);
    assert.equal(end.outputs["outcome"], "no_change", end.log);
  },
);
