/** A review in two jobs: the first one reads, the second one posts, and believes no place and no proof of the first. */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ownComments, REPOSITORY } from "../job-scene.ts";
import { forge } from "./forged-bundle.ts";
import { createPublishingJob } from "./publishing-job.ts";
import { createTwoJobs, writesIn } from "./two-jobs.ts";

const FILES = {
  "cart.mjs": "export const price = 1;\nexport const count = 2;\n",
  ".github/kimi-policy.yml":
    "version: 2\nrules:\n  - id: look\n    approve: { read: ['**'] }\nlimits: { verify: [touch ran] }\nreview: { fails_on: bug }\nsandbox: { minimum: none }\n",
};
const finding = <T extends object>(given: T) => ({
  severity: "bug",
  title: "Free",
  evidence: "E",
  path: "cart.mjs",
  ...given,
});
const PLACED = finding({ quote: "export const price = 0;", replacement: "export const price = 1;" });
const ZEROS = "0".repeat(16);
const ELSEWHERE = finding({ severity: "risk", title: "Nowhere", quote: "not there" });

test("findings are posted at lines that the publishing job finds, without proof, once", async () => {
  let isClean = false;
  await using jobs = await createTwoJobs({
    files: FILES,
    replies: (request) => {
      const { messages } = request.json as { readonly messages: readonly { readonly role: string }[] };
      const calls = [PLACED, ELSEWHERE].map((given) => ({ name: "report_finding", arguments: given }));
      const isBegun = messages.some(({ role }) => role === "assistant");
      if (isClean)
        return isBegun ? { text: "" } : { calls: [{ name: "read_file", arguments: { files: [{ path: "a.mjs" }] } }] };
      return isBegun ? { text: "Two findings." } : { calls };
    },
  });
  const { github, model } = jobs.scene;
  const commit = async (branch: string, files: Record<string, string>) =>
    await github.addCommit(REPOSITORY, { branch, files, user: "alice" });
  const head = await commit("feature", { "cart.mjs": FILES["cart.mjs"].replace("price = 1", "price = 0") });
  const { number, pull = assert.fail() } = await github.addPull(REPOSITORY, {
    head: "feature",
    title: "Cart",
    user: "alice",
  });
  const asked = (thread: number) => {
    const comment = github.addComment(REPOSITORY, thread, { body: "/kimi review", user: "alice" });
    return { event: "issue_comment", number: thread, comment, sender: "alice" } as const;
  };
  const event = asked(number);
  const worked = await jobs.agent(event, { inputs: { sandbox: "none" } });
  assert.deepEqual([worked.code, worked.outputs["outcome"]], [0, "completed"], worked.log);
  assert.deepEqual(writesIn(github.requests), []);
  const bundle = jobs.download(worked.outputs["artifact"]);
  assert.match(readFileSync(join(bundle, "findings.sarif"), "utf8"), /review\/bug/);

  const posted = () =>
    pull.reviewComments.map(({ path, line, body }) => [path, line, body.replace(/finding [0-9a-f]{16}/, "finding F")]);
  const said = [
    "cart.mjs",
    1,
    "<!-- kimi-runner:finding F -->\n**Bug: Free**\n\nProposed:\n```\nexport const price = 1;\n```\n\nnot proven: the job that publishes runs nothing\n\nE",
  ];
  const calls = model.requests.length;
  for (const _ of [1, 2]) {
    const published = await jobs.publish(event, bundle);
    assert.deepEqual([published.code, published.outputs["findings"]], [1, "2"], published.log);
    assert.match(published.log, /review.fails_on: 1 finding/);
    assert.deepEqual([posted(), ownComments(github, number), model.requests.length], [[said], [], calls]);
  }
  const reviews = github.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/reviews"));
  assert.deepEqual(
    reviews.map(({ body }) => [(body as { commit_id: string }).commit_id, /Nowhere/.test(JSON.stringify(body))]),
    [[head, true]],
  );

  using job = await createPublishingJob(github, await github.event({ ...event, repository: REPOSITORY }));
  const forged = async (begin: object, more: readonly object[] = []): Promise<unknown> => {
    const dir = `${bundle}-forged`;
    cpSync(bundle, dir, { recursive: true });
    forge(dir, { begin: begin as Record<string, unknown>, more });
    return await job
      .publish(dir)
      .then(
        (end) =>
          end.kind === "ran" &&
          end.found?.findings.map(({ title, anchor, fingerprint }) => [title, anchor?.start, fingerprint === ZEROS]),
        String,
      );
  };
  const review = { base: pull.base.sha, head };
  assert.match(String(await forged({ review: { ...review, head: review.base } })), /its range is /);
  assert.match(String(await forged({ review: { ...review, since: head } })), /its beginning of the new range is /);
  const mark = { fingerprint: ZEROS, anchor: { side: "RIGHT", start: 1, end: 1 } };
  const lies = [
    { ...finding({ title: "Moved", quote: ["export const count = 2;"] }), ...mark },
    { ...finding({ title: "Same", quote: [PLACED.quote] }), ...mark },
    { ...finding({ title: "Absent", quote: ["gone"] }), ...mark },
  ];
  assert.deepEqual(
    await forged(
      { review },
      lies.map((one) => ({ type: "finding.reported", finding: one })),
    ),
    [
      ["Free", 1, false],
      ["Moved", 2, false],
      ["Absent", undefined, false],
      ["Nowhere", undefined, false],
    ],
  );

  await commit("locks", { "yarn.lock": "x\n" });
  const locks = asked((await github.addPull(REPOSITORY, { head: "locks", title: "Locks", user: "alice" })).number);
  const empty = `${bundle}-empty`;
  mkdirSync(empty);
  const skipped = [await jobs.agent(locks), await jobs.publish(locks, empty)];
  assert.deepEqual(
    skipped.map(({ code, outputs }) => [code, outputs["outcome"]]),
    [
      [0, "skipped"],
      [0, "skipped"],
    ],
  );
  assert.match(skipped[1]?.log ?? "", /nothing to review: the pull request has only files that a review leaves out/);

  isClean = true;
  await commit("clean", { "a.mjs": "1;\n" });
  const { number: clean } = await github.addPull(REPOSITORY, { head: "clean", title: "Clean", user: "alice" });
  const wordless = asked(clean);
  const found = await jobs.publish(wordless, jobs.download((await jobs.agent(wordless)).outputs["artifact"]));
  assert.deepEqual([found.code, found.outputs["outcome"], found.outputs["findings"]], [0, "completed", "0"], found.log);
  assert.deepEqual(ownComments(github, clean), [], "also where the model ends without a word");
  assert.deepEqual(github.violations, []);
});
