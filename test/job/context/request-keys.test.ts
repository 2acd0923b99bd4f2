/** Keys of requests: the same for an event that is delivered again, different for requests of the same second. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requestKeyOf } from "../../../src/job/context/request-keys.ts";

const before = "2026-01-01T00:00:00Z";
const comment = { kind: "issue", id: 3 } as const;
const ofIssue = { thread: { kind: "issue", number: 1 }, comment: undefined, before, verb: "fix" } as const;
const ofPull = { ...ofIssue, thread: { kind: "pull", number: 1, headSha: "aaaa" }, verb: "review" } as const;

test("two pushes, or labels for two verbs, of one second are two requests", () => {
  const keys = [
    ofIssue,
    { ...ofIssue, verb: "plan" as const },
    ofPull,
    { ...ofPull, thread: { ...ofPull.thread, headSha: "bbbb" } },
    { ...ofIssue, comment },
    { ...ofIssue, comment: { ...comment, id: 4 } },
  ].map((request) => requestKeyOf(request));
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(requestKeyOf({ ...ofPull }), keys[2]);
});

test("a comment has one key, whatever the head is and whoever reads it", () => {
  const { verb: _, ...read } = { ...ofPull, comment };
  assert.equal(requestKeyOf(read), requestKeyOf({ ...ofPull, comment, thread: { ...ofPull.thread, headSha: "bbbb" } }));
});
