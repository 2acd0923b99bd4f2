/** What must be the same after a kill as without one. */

import assert from "node:assert/strict";
import type { OutcomeRecord } from "../../src/protocol/wire.ts";
import type { Kill, KilledAt, Played } from "./crash-run.ts";
import { UNKNOWN, type ChatMessage } from "./crash-scenarios.ts";

/** A kill in words. */
export function describeKill(kill: Kill): string {
  return `process ${kill.process} killed ${"at" in kill ? `at ${kill.at}` : `after ${kill.afterMs} ms`}`;
}

/** Throws where a run that was killed and taken up differs from one that was not. */
export function compare(played: Played, whole: Played): void {
  const { killed } = played;
  if (killed === undefined) return; // it was over before
  assert.ok(played.journal.subarray(0, killed.journal.length).equals(killed.journal), "a record was lost");
  if (killed.refusal !== undefined) return compareRefused(killed, played, whole);
  assert.deepEqual(played.files, whole.files, "the workspace is the same");
  const before = played.requests.slice(0, killed.requests);
  const since = played.requests.slice(killed.requests);
  assert.deepEqual(before, whole.requests.slice(0, before.length), "the requests before the kill are the same");
  if (since.some((body) => body.includes(UNKNOWN))) return compareUnknown(since, before.length, whole);
  assert.deepEqual(since, whole.requests.slice(whole.requests.length - since.length), "so are those after it");
  const repeated = before.length + since.length - whole.requests.length;
  assert.ok(repeated >= 0, "no request was left out");
  assert.ok(repeated <= 1 + asked(whole), `${repeated} requests were sent again`);
  if (repeated <= 0) assert.deepEqual(accountOf(played.outcome), accountOf(whole.outcome), "the account is the same");
  if (process.env["NOB"] === undefined) assert.deepEqual(played.bundle, whole.bundle, "the bundle is the same");
}

/** A subagent that only reads is asked again from its beginning. */
function asked({ requests }: Played): number {
  return requests.filter((body) => body.includes("EXPLORE")).length;
}

/** Nothing had begun, or everything was over: then there is nothing to go on with, and nothing is changed. */
function compareRefused({ refusal = "" }: KilledAt, played: Played, whole: Played): void {
  if (/stopped before it began|No bundle here/.test(refusal)) {
    assert.deepEqual(played.requests, [], "it said that nothing had begun");
    return;
  }
  assert.match(refusal, /This session is over: completed\./);
  assert.deepEqual(played.requests, whole.requests);
  assert.deepEqual(played.files, whole.files);
  assert.deepEqual(accountOf(played.outcome), accountOf(whole.outcome));
}

/** The first request after the kill differs in the results that nobody knows, and nowhere else. What follows is the model's own. */
function compareUnknown(since: readonly string[], done: number, whole: Played): void {
  const [first = ""] = since;
  const next = messagesOf(first);
  const expected = whole.requests
    .slice(Math.max(0, done - 1))
    .filter((body) => messagesOf(body).length === next.length);
  const filled = expected.map((body) => {
    const known = messagesOf(body);
    return next.reduce(
      (text, { content }, at) =>
        content?.startsWith(UNKNOWN) === true
          ? text.replace(JSON.stringify(content), () => JSON.stringify(known[at]?.content))
          : text,
      first,
    );
  });
  assert.ok(
    expected.some((body, at) => body === filled[at]),
    `the request differs in more than the unknown result:\n${filled[0]}\n${expected[0]}`,
  );
}

function messagesOf(body: string): readonly ChatMessage[] {
  return (JSON.parse(body) as { readonly messages: readonly ChatMessage[] }).messages;
}

/** What came of it, what it cost, and what it left. */
function accountOf(outcome: OutcomeRecord | undefined): unknown {
  return outcome;
}
