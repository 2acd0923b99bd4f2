/** The event with secrets for pull requests of anybody: answers only, sealed, and the base's files before and after. */

import assert from "node:assert/strict";
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
    await using scene = await createJobScene({ replies: () => ({ text: "Fine." }) });
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
    assert.equal(end.outputs["outcome"], "no_change", end.log);
    assert.match(JSON.stringify(model.requests[0]?.json), /src\/evil\.js/);
    assert.match(ownComments(github, pull.number).join("\n"), /Fine\./);
    assert.equal(existsSync(join(workspace, "src/add.js")), true);
    assert.equal(existsSync(join(workspace, "src/evil.js")), false, "the base's files are back");
  },
);
