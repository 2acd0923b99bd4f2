/** A run in one job and its publishing in another: the same end as in one, and nothing written by the first. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { NO_BWRAP } from "./harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN } from "./job-scene.ts";
import { createTwoJobs, writesIn } from "./two-jobs.ts";

test(
  "an issue: the agent's job writes nothing, the publishing one what one job would have",
  { skip: NO_BWRAP },
  async () => {
    await using jobs = await createTwoJobs();
    const { scene } = jobs;
    const { github, model } = scene;
    const { number } = github.addIssue(REPOSITORY, {
      title: "add subtracts",
      body: "`add(2, 3)` is -1.",
      user: "mallory",
    });
    const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix keep it small", user: "alice" });
    const event = { event: "issue_comment", number, comment, sender: "alice" } as const;

    const worked = await jobs.agent(event);
    assert.equal(worked.code, 0, worked.log);
    assert.deepEqual(writesIn(github.requests), []);
    const { outcome, branch, artifact } = worked.outputs;
    assert.deepEqual([outcome, branch, worked.artifacts], ["completed", "", [artifact]]);
    const bundle = jobs.download(artifact);
    const delivery = readFileSync(join(bundle, "delivery.json"), "utf8");
    assert.deepEqual((JSON.parse(delivery) as { readonly expects: unknown }).expects, {
      repository: REPOSITORY,
      thread: "issue 1",
      requester: `alice (${github.addUser("alice").id})`,
      verb: "fix",
      request: /-([0-9a-f]{8})$/.exec(worked.outputs["session"] ?? "")?.[1],
      event: "issue_comment",
      comment: String(comment.id),
      run: `${github.serverUrl}/${REPOSITORY}/actions/runs/4242`,
      destination: "a branch of its own, into main",
    });
    assert.ok(!delivery.includes(TOKEN));

    const calls = model.requests.length;
    const published = await jobs.publish(event, bundle);
    assert.equal(published.code, 0, published.log);
    assert.equal(model.requests.length, calls);
    assert.deepEqual(
      [published.outputs["outcome"], published.outputs["branch"], published.outputs["session"]],
      ["completed", `kimi/issue-1-${worked.outputs["session"]?.slice(-8)}`, worked.outputs["session"]],
    );
    assert.match(published.outputs["pr-url"] ?? "", /\/octo\/demo\/pull\/2$/);
    const seen = await seenIn(scene);

    const again = await jobs.publish(event, bundle);
    assert.equal(again.code, 0, again.log);
    assert.deepEqual(await seenIn(scene), seen);
    assert.deepEqual(github.violations, []);

    await using single = await createJobScene();
    single.github.addIssue(REPOSITORY, { title: "add subtracts", body: "`add(2, 3)` is -1.", user: "mallory" });
    await single.command(number, "/kimi fix keep it small", "alice");
    assert.deepEqual(neutral(await seenIn(single)), neutral(seen));
  },
);

/** What people see in the end. */
async function seenIn({ github }: Pick<Awaited<ReturnType<typeof createJobScene>>, "github">) {
  const branches = await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/heads/kimi/");
  const messages = await github.git(REPOSITORY, "log", "--branches=kimi/*", "--format=%B%T", "main..");
  const pull = github.thread(REPOSITORY, 2);
  const reactions = github.thread(REPOSITORY, 1).comments[0]?.reactions.map(({ content }) => content);
  return { branches, messages, title: pull.title, body: pull.body, comments: ownComments(github, 1), reactions };
}

/** Without what differs between two servers and two runs: addresses, times, commits, names of artifacts. */
function neutral(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replace(/http:\/\/[\w.:]+/g, "server")
    .replace(/t1-\d{14}-[0-9a-f]{8}/g, "session")
    .replace(/issue-1-[0-9a-f]{8}/g, "issue-1-key")
    .replace(/, commit [0-9a-f]{12}/g, "")
    .replace(/ · diff and transcript: artifact `[^`]*`/g, "");
  return JSON.parse(text);
}
