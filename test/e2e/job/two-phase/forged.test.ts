/** Bundles that differ from what the agent's job left: each is refused with its reason, and nothing is published. */

import assert from "node:assert/strict";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { RunnerError } from "../../../../src/protocol/error.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { editJson, forge, handOverAgain } from "./forged-bundle.ts";
import { ownComments, REPOSITORY } from "../job-scene.ts";
import { createPublishingJob } from "./publishing-job.ts";
import { createTwoJobs, writesIn } from "./two-jobs.ts";
import { copyFolder } from "../../../doubles/copy-folder.ts";

const ZEROS = "0".repeat(40);
const HEX = "a".repeat(64);

type Mutation = (dir: string) => void;

const file =
  (name: string, change: (path: string) => void): Mutation =>
  (dir) =>
    change(join(dir, name));

/** Changes one byte, `share` of the way through. */
const flip = (name: string, share: number): Mutation =>
  file(name, (path) => {
    const bytes = readFileSync(path);
    const at = Math.floor((bytes.length - 1) * share);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  });

/** Rewrites the lines of the journal and hands everything over again. */
const lines = (change: (lines: string[]) => string[]): Mutation =>
  file("journal.jsonl", (path) => {
    const all = readFileSync(path, "utf8").split("\n").slice(0, -1);
    writeFileSync(
      path,
      change(all)
        .map((line) => `${line}\n`)
        .join(""),
    );
    handOverAgain(join(path, ".."));
  });

const json =
  (name: string, edit: Parameters<typeof editJson>[2], isHanded = true): Mutation =>
  (dir) => {
    editJson(dir, name, edit);
    if (isHanded) handOverAgain(dir);
  };

const expects = (name: string, value: string | undefined): Mutation => {
  return (dir) => {
    handOverAgain(dir, (delivery) => {
      const all = delivery["expects"] as Record<string, string>;
      if (value === undefined) delete all[name];
      else all[name] = value;
    });
  };
};

const forged =
  (forgery: Parameters<typeof forge>[1]): Mutation =>
  (dir) =>
    forge(dir, forgery);

const origin = (change: object): Mutation => {
  return (dir) => {
    const session = JSON.parse(readFileSync(join(dir, "session.json"), "utf8")) as { readonly origin: object };
    forge(dir, { begin: { origin: { ...session.origin, ...change } } });
  };
};

const patchOf = (path: string, from: string, to: string): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
const newFile = (path: string, mode: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex ${ZEROS}..${"b".repeat(40)}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;

const MUTATIONS: readonly (readonly [string, Mutation, RegExp])[] = [
  ["a byte of the journal", flip("journal.jsonl", 0.5), /journal\.jsonl: it is not the file that was handed over/],
  ["a byte of the outcome", flip("outcome.json", 0.3), /outcome\.json: it is not the file/],
  ["a byte of the session", flip("session.json", 0.4), /session\.json: it is not the file/],
  ["a byte of the patch", flip("changes.patch", 0.9), /changes\.patch: it is not the file/],
  ["a byte of the transcript", flip("transcript.md", 0.5), /transcript\.md: it is not the file/],
  ["a byte of the context", flip("context.jsonl", 0.5), /context\.jsonl: it is not the file/],
  ["a byte of the delivery", flip("delivery.json", 0.2), /delivery\.json: /],
  ["the last byte of the delivery", flip("delivery.json", 1), /delivery\.json: /],
  [
    "an answer that nobody gave",
    forged({ more: [{ type: "deferral.answer", digest: HEX, verdict: "approve", by: "alice" }] }),
    /its answer is approve by alice, that of this job is nothing/,
  ],
  ["no journal", file("journal.jsonl", unlinkSync), /No bundle here/],
  ["no outcome", file("outcome.json", unlinkSync), /outcome\.json: it is missing/],
  ["no session", file("session.json", unlinkSync), /session\.json: it is missing/],
  ["no patch", file("changes.patch", unlinkSync), /changes\.patch: it is missing/],
  ["no delivery", file("delivery.json", unlinkSync), /delivery\.json: it is missing/],
  ["nothing at all", (dir) => rmSync(dir, { recursive: true }), /No bundle here/],
  ["a file more", file("run.sh", (path) => writeFileSync(path, "x")), /run\.sh: it does not belong/],
  ["a folder more", file("hooks", mkdirSync), /hooks: it is not a plain file/],
  [
    "a blob that nobody handed over",
    (dir) => {
      mkdirSync(join(dir, "blobs"), { recursive: true });
      writeFileSync(join(dir, `blobs/${HEX}.txt`), "x");
    },
    /blobs\/a{64}\.txt: it was not handed over/,
  ],
  [
    "a link in place of a file",
    file("transcript.md", (path) => {
      rmSync(path);
      symlinkSync("/etc/hostname", path);
    }),
    /transcript\.md: it is not a plain file/,
  ],
  [
    "a file with a second name",
    file("transcript.md", (path) => linkSync(path, join(path, "../../second-name"))),
    /transcript\.md: it is not a plain file/,
  ],
  ["a journal cut short", file("journal.jsonl", (path) => truncateSync(path, 3000)), /journal\.jsonl: it is not/],
  ["a journal without its end", lines((all) => all.slice(0, -1)), /the run has no recorded end/],
  ["a journal without its beginning", lines((all) => all.slice(1)), /journal\.jsonl:1: position 1/],
  ["two records changed places", lines(([a = "", b = "", c = "", ...all]) => [a, c, b, ...all]), /journal\.jsonl:2/],
  ["an empty journal", lines(() => []), /it does not begin with a session/],
  [
    "an outcome of its own",
    json("outcome.json", (it) => (it["outcome"] = "no_change")),
    /outcome\.json: it is not what/,
  ],
  [
    "a session of its own",
    json("session.json", (it) => (it["model"] = "other/model")),
    /session\.json: it is not what/,
  ],
  ["a delivery of another version", json("delivery.json", (it) => (it["version"] = 2)), /delivery\.json: version/],
  ["a delivery with something more", json("delivery.json", (it) => (it["run"] = "x")), /delivery\.json: /],
  ["an attempt that was not", (dir) => handOverAgain(dir, (it) => (it["attempt"] = 7)), /its attempt is 7/],
  [
    "another repository",
    expects("repository", "octo/other"),
    /its repository is octo\/other, that of this job is octo\/demo/,
  ],
  ["another thread", expects("thread", "issue 2"), /its thread is issue 2, that of this job is issue 1/],
  ["another verb", expects("verb", "ask"), /its verb is ask/],
  ["another requester", expects("requester", "mallory (3)"), /its requester is mallory/],
  ["another request", expects("request", "00000000"), /its request is 00000000/],
  [
    "another destination",
    expects("destination", "the branch main of pull request 3"),
    /its destination is the branch main/,
  ],
  ["another workflow run", expects("run", "https://example.org/runs/1"), /its run is https:/],
  ["a claim that is missing", expects("destination", undefined), /its destination is nothing/],
  ["a claim too many", expects("labels", "urgent"), /its labels is urgent, that of this job is nothing/],
  ["another start commit", forged({ begin: { headCommit: ZEROS } }), /its start commit is 0{40}/],
  ["another base commit", forged({ begin: { baseCommit: ZEROS } }), /its base commit is 0{40}/],
  ["another policy", forged({ begin: { policyDigest: HEX } }), /its policy is a{64}/],
  ["another session id", forged({ begin: { sessionId: "t1-20260101000000-00000000" } }), /its session is t1-2026/],
  [
    "an id that would end a line",
    forged({ begin: { sessionId: "t1\nCo-authored-by: x" } }),
    /session\.begin: sessionId/,
  ],
  ["an origin in another thread", origin({ thread: 2 }), /its thread is issue 2/],
  ["an origin without a person", origin({ requester: undefined }), /its requester is none/],
  ["no origin", forged({ begin: { origin: undefined } }), /its origin is nothing/],
  ["another tree", forged({ end: { tree: ZEROS } }), /its tree is 0{40}/],
  ["no tree", forged({ without: "tree" }), /the end names no tree/],
  ["an outcome that there is not", forged({ end: { outcome: "great" } }), /session\.end: outcome/],
  ["a patch that was not recorded", forged({ end: { patchDigest: HEX } }), /it is not the patch that was recorded/],
  [
    "another patch",
    forged({ patch: patchOf("src/add.js", "export const add = (a, b) => a - b;", "evil") }),
    /its tree is/,
  ],
  ["no change", forged({ patch: "" }), /its tree is/],
  ["a patch that does not apply", forged({ patch: patchOf("src/add.js", "nothing", "evil") }), /does not apply/],
  ["a patch out of the repository", forged({ patch: newFile("../evil", "100644") }), /does not apply/],
  ["a patch into .git", forged({ patch: newFile(".git/hooks/pre-push", "100755") }), /does not apply/],
  ["two sessions", forged({ more: [{ type: "session.begin", ...JSON.parse("{}") }] }), /session\.begin: |two sessions/],
  ["an event of another shape", forged({ more: [{ type: "todo.update", todos: 7 }] }), /todo\.update: todos/],
  ["a subagent's event that is none", forged({ more: [{ type: "subagent.event", event: 7 }] }), /it holds no event/],
  [
    "a subagent's event of another shape",
    forged({ more: [{ type: "subagent.event", event: { type: "todo.update", todos: 7 } }] }),
    /todo\.update: todos/,
  ],
  ["an event without a type", forged({ more: [{ kind: "warning" }] }), /it has no type/],
  ["a time to come", forged({ time: "2999-01-01T00:00:00.000Z" }), /its time is 2999/],
  ["no time", forged({ time: "soon" }), /its time is soon/],
];

test("bundles that are not what the agent's job left", async (t) => {
  await using jobs = await createTwoJobs();
  const { github } = jobs.scene;
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  github.addIssue(REPOSITORY, { title: "another", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const worked = await jobs.agent(event, { inputs: { sandbox: "none" } });
  assert.equal(worked.outputs["outcome"], "completed", worked.log);
  const bundle = jobs.download(worked.outputs["artifact"]);
  using job = await createPublishingJob(github, await github.event({ repository: REPOSITORY, ...event }));
  using scratch = createScratch();

  for (const [index, [name, mutate, reason]] of MUTATIONS.entries()) {
    await t.test(`refused: ${name}`, async () => {
      const dir = join(scratch.dir, `case-${index}`, "bundle");
      copyFolder(bundle, dir);
      mutate(dir);
      const seen = github.requests.length;
      await assert.rejects(job.publish(dir), (error) => {
        assert.ok(error instanceof RunnerError);
        assert.deepEqual([error.code, error.hint === undefined], ["config.invalid", false], error.message);
        assert.match(error.message, reason);
        return true;
      });
      assert.deepEqual(writesIn(github.requests.slice(seen)), []);
    });
  }

  await t.test("the bundle itself is published", async () => {
    const end = await job.publish(bundle);
    assert.equal(end.kind === "ran" && end.end.outcome.outcome, "completed");
    assert.match(ownComments(github, 1).join("\n"), /### 📦 Pull request #3 opened/);
  });
});
