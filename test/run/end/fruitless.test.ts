import assert from "node:assert/strict";
import { test } from "node:test";
import { answerRule, type Capability, type Decision } from "../../../src/protocol/approval.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { outcomeOfStop } from "../../../src/run/end/outcome.ts";
import { fruitlessCalls } from "../../../src/run/end/outcome.ts";
import { factsOf } from "../../doubles/facts.ts";

const APPROVE: Decision = { verdict: "approve", rule: "all" };
const REJECT: Decision = { verdict: "reject", rule: "none" };
const READ: readonly Capability[] = [{ kind: "read", path: "a" }];
const RUN: readonly Capability[] = [{ kind: "exec", command: "npm test", cwd: "." }];

const BY_HAND: Decision = { verdict: "reject", rule: answerRule("octocat") };

const judged = (callId: string, capabilities: readonly Capability[], decision = APPROVE): WireEvent => ({
  type: "call.judged",
  callId,
  tool: "t",
  summary: "s",
  capabilities,
  decision,
});
const ended = (callId: string, isError: boolean, tool = "read_file"): WireEvent => ({
  type: "tool.end",
  callId,
  tool,
  index: 0,
  isError,
  durationMs: 1,
  result: { text: "", isError },
});
const unusable: WireEvent = {
  type: "call.failed",
  callId: "c",
  tool: "t",
  index: 0,
  result: { text: "", isError: true },
};
const inside = (event: WireEvent): WireEvent => ({
  type: "subagent.event",
  callId: "n",
  agentId: "a1",
  agent: "x",
  event,
});

test("calls that came to nothing", () => {
  const table: readonly (readonly [what: string, events: readonly WireEvent[], counts?: object])[] = [
    ["no call", []],
    ["a rejected one", [judged("1", RUN, REJECT)], { rejected: 1, failed: 0 }],
    [
      "one that failed, and a note to itself",
      [judged("1", READ), ended("1", true), judged("2", []), ended("2", false, "SetTodoList")],
      { rejected: 0, failed: 1 },
    ],
    ["one that cannot be planned, then one that reads", [unusable, judged("1", READ), ended("1", false)]],
    ["a command that ran and failed", [judged("1", RUN, REJECT), judged("2", RUN), ended("2", true)]],
    ["one that a person rejected", [unusable, judged("1", RUN, BY_HAND)]],
    ["a subagent that reads", [unusable, ...[judged("1", READ), ended("1", false)].map(inside)]],
    ["a subagent that may not", [unusable, inside(judged("1", READ, REJECT))], { rejected: 1, failed: 1 }],
  ];
  for (const [what, events, counts] of table) assert.deepEqual(fruitlessCalls(factsOf(events)), counts, what);
});

test("they decide the outcome of a run that was to do something", () => {
  const end = { stop: "end_turn", text: "Done." } as const;
  const of = (rejected: number, failed: number, readOnly = false): readonly unknown[] => {
    const { outcome, reason } = outcomeOfStop(end, { changed: false, readOnly, fruitless: { rejected, failed } });
    return [outcome, reason];
  };
  const nothing = "The model finished, and nothing was done:";
  assert.deepEqual(of(2, 0), ["rejected", `${nothing} 2 calls were rejected.`]);
  assert.deepEqual(of(0, 1), ["stuck", `${nothing} 1 call failed.`]);
  assert.deepEqual(of(1, 2, true), [
    "no_change",
    "The model finished without changing a file. It read nothing: 1 call was rejected and 2 failed.",
  ]);

  const found = { path: "a", quote: [], title: "T", evidence: "E", fingerprint: "f" } as const;
  const ofReview = (
    count: number,
    fruitless?: Parameters<typeof outcomeOfStop>[1]["fruitless"],
  ): readonly unknown[] => {
    const reported = Array.from(
      { length: count },
      (_, at) => ({ ...found, severity: at === 0 ? "bug" : "risk" }) as const,
    );
    const { outcome, reason } = outcomeOfStop(end, { changed: false, readOnly: true, reported, fruitless });
    return [outcome, reason];
  };
  assert.deepEqual(ofReview(3), ["completed", "The review reported 1 bug, 2 risks."]);
  assert.deepEqual(ofReview(0), ["completed", "The review found nothing."]);
  assert.deepEqual(ofReview(0, { rejected: 0, failed: 1 })[0], "no_change", "a review that read nothing found nothing");
});
