/** What must be the same after a kill as without one. */

import assert from "node:assert/strict";
import type { OutcomeRecord } from "../../../src/protocol/outcome.ts";
import type { Kill, KilledAt, Played } from "./crash-run.ts";
import { UNKNOWN, type ChatMessage } from "./crash-scenarios.ts";

/** Kills in words. */
export function describeKills(kills: readonly Kill[]): string {
  const texts = kills.map((kill) => {
    return `process ${kill.process} killed ${when(kill)}`;
  });
  return texts.join("; ");
}

function when(kill: Kill): string {
  if ("at" in kill) return `at ${kill.at}${kill.isTorn === true ? ", torn" : ""}`;
  return "afterMs" in kill ? `after ${kill.afterMs} ms` : `after ${kill.partOfPut} of the time that putting takes`;
}

/** Throws where a run that was killed and taken up differs from one that was not. */
export function compare(played: Played, whole: Played): void {
  const { killed } = played;
  if (killed === undefined) return; // it was over before
  assert.ok(played.journal.subarray(0, killed.journal.length).equals(killed.journal), "a record was lost");
  if (killed.refusal !== undefined && !isOver(killed)) return compareUnbegun(killed, played, whole);
  assert.deepEqual(played.verified, { code: 0, problems: "" }, "the bundle says what the journal says");
  assert.deepEqual(played.folders, [], "no folder is left");
  assert.deepEqual(played.files, whole.files, "the workspace is the same");
  assert.deepEqual(endOf(played.outcome), endOf(whole.outcome), "so is the outcome");
  assert.equal(played.bundle["changes.patch"], whole.bundle["changes.patch"], "so is the patch");
  compareLedger(played);
  assert.ok(costOf(played) >= costOf(whole), `it cost $${costOf(played)} of $${costOf(whole)}`);
  const compared = compareRequests(played, killed, whole);
  if (compared === "differ in unknown results") return;
  const repeated = played.requests.length - whole.requests.length;
  assert.ok(repeated >= 0, "no request was left out");
  compareAccounts(played, whole, repeated);
  assert.deepEqual(played.bundle, whole.bundle, "the bundle is the same");
}

/**
 * Each process sends what follows in the whole run on what was sent before it, or repeats the last of it. Where a process is told of
 * an unknown result, what follows is the model's own, and is not compared.
 */
function compareRequests(
  { requests }: Played,
  { requests: cuts }: KilledAt,
  whole: Played,
): "equal" | "differ in unknown results" {
  let done = 0;
  for (const [kills, cut] of [0, ...cuts].entries()) {
    const sent = requests.slice(cut, cuts[kills]);
    if (sent.some((body) => body.includes(UNKNOWN))) {
      compareUnknown(sent, done, whole);
      return "differ in unknown results";
    }
    const isLast = kills === cuts.length;
    const from = isLast ? whole.requests.length - sent.length : startOf(sent, done, whole);
    assert.ok(from <= done, "no request was left out");
    assert.deepEqual(
      sent,
      whole.requests.slice(from, from + sent.length),
      `the requests after ${kills} kills are the same`,
    );
    done = from + sent.length;
  }
  return "equal";
}

/** Where the whole run sent what this process sent first, which may be a request that the process before it had sent as well. */
function startOf([first]: readonly string[], done: number, whole: Played): number {
  const found = first === undefined ? -1 : whole.requests.lastIndexOf(first, done);
  return found === -1 ? done : found;
}

/** Throws where the day's ledger has not what the run cost. */
export function compareLedger(played: Played): void {
  assert.deepEqual(played.ledger, [{ reservedUsd: 0, costUsd: costOf(played) }], "the ledger has what the run cost");
}

/** What the whole session cost, to the millionth of a dollar. */
function costOf({ outcome }: Played): number {
  return Math.round((outcome?.costUsd ?? -1) * 1e6) / 1e6;
}

function isOver({ refusal = "" }: KilledAt): boolean {
  return refusal.includes("This session is over: completed.");
}

/** Where nothing had begun there is nothing to go on with; it says so, and nothing was done. */
function compareUnbegun({ refusal = "" }: KilledAt, played: Played, whole: Played): void {
  assert.match(refusal, /stopped before it began|No bundle here/);
  assert.deepEqual(played.requests, []);
  assert.deepEqual(played.files, whole.start);
}

/** What came of it and what it left, without what it took. */
function endOf(outcome: OutcomeRecord | undefined): object {
  const {
    steps: _steps,
    usage: _usage,
    costUsd: _costUsd,
    agents: _agents,
    unanswered: _unanswered,
    ...end
  } = outcome ?? {};
  return end;
}

/**
 * An answer that was asked for again was paid again, where it had arrived. A request that was under way when its process died may
 * have been answered: it is a step, and paid as it was reserved. A subagent that only reads is asked from its beginning; the steps
 * it had begun count.
 */
function compareAccounts(played: Played, whole: Played, repeated: number): void {
  const perCall = (whole.outcome?.usage.output ?? 0) / whole.requests.length;
  const { paid: unanswered, tokens: reserved } = played.outcome?.unanswered ?? { paid: 0, tokens: 0 };
  const paidAgain = ((played.outcome?.usage.output ?? 0) - (whole.outcome?.usage.output ?? 0)) / perCall;
  const stepsAgain = (played.outcome?.steps ?? 0) - (whole.outcome?.steps ?? 0);
  const explored = whole.requests.filter((body) => body.includes("EXPLORE")).length;
  const kills = played.killed?.requests.length ?? 0;
  assert.ok(repeated <= kills * Math.max(1, explored), `${repeated} requests were sent again`);
  assert.ok(
    paidAgain >= 0 && paidAgain <= repeated + reserved / perCall,
    `${paidAgain} answers were paid again, of ${repeated} asked for again`,
  );
  const mayCount = Math.max(repeated, kills * explored) + unanswered;
  assert.ok(stepsAgain >= 0 && stepsAgain <= mayCount, `${stepsAgain} steps were counted again, of ${mayCount}`);
  assert.ok(unanswered <= kills * Math.max(1, explored), `${unanswered} requests without an answer`);
  assert.deepEqual(played.outcome?.agents, whole.outcome?.agents);
}

/** Behind an unknown result of `new_task`: where the subagent can be taken up. */
const CUT_OFF =
  /^<system-reminder>\n(a\d+) \(\w+\) was at work when the run was cut off\. .*resume: "\1".*\n<\/system-reminder>$/;

/**
 * The first request after the kill differs in the results that nobody knows, and in what is told of a subagent that was at work. What
 * follows is the model's own.
 */
function compareUnknown([sent = ""]: readonly string[], done: number, whole: Played): void {
  const told = messagesOf(sent).filter(({ content }) => CUT_OFF.test(content ?? ""));
  const first = told.reduce((text, message) => text.replace(`,${JSON.stringify(message)}`, ""), sent);
  const asked = messagesOf(first);
  const expected = whole.requests.slice(done).find((body) => messagesOf(body).length === asked.length) ?? "";
  const known = messagesOf(expected);
  const filled = asked.reduce(
    (text, { content }, at) =>
      content?.startsWith(UNKNOWN) === true
        ? text.replace(JSON.stringify(content), () => JSON.stringify(known[at]?.content))
        : text,
    first,
  );
  assert.notEqual(filled, first, "the result is unknown in the first request");
  assert.equal(filled, expected, "the request differs in the unknown result alone");
}

function messagesOf(body: string): readonly ChatMessage[] {
  return body === "" ? [] : (JSON.parse(body) as { readonly messages: readonly ChatMessage[] }).messages;
}
