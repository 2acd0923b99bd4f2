/** Parses, plans and decides every call of a message before any runs. One held call holds all. It changes nothing. */

import {
  answerRule,
  standingAnswer,
  type Answer,
  type Decision,
  type Capability,
  type RefusedPart,
} from "../protocol/approval.ts";
import { RunnerError, describeError } from "../protocol/error.ts";
import { type ToolCall, MAX_KEPT_CALLS } from "../protocol/message.ts";
import type { PlannedCall, Repairs, ToolResult } from "../protocol/tool.ts";
import type { Turn } from "../protocol/turn.ts";
import type { OpenCalls } from "../protocol/unfinished.ts";
import type { HeldCall } from "../protocol/wire.ts";
import { inputOf, callArguments } from "./arguments.ts";
import { callKey } from "./state/repetition.ts";
import { toolSpecs } from "./state/request.ts";
import { canonicalJson } from "../base/canonical-json.ts";
import { sha256 } from "../base/sha256.ts";

interface Judged {
  readonly call: ToolCall;
  /** The repaired arguments, or the call's text when they are invalid. */
  readonly input: unknown;
  readonly repairs?: Repairs | undefined;
}

export type JudgedCall = Judged &
  (
    | { readonly kind: "planned"; readonly plan: PlannedCall; readonly decision: Decision }
    /** The call could not be planned; the result says why. */
    | { readonly kind: "failed"; readonly result: ToolResult }
    /** The call ran, or may have run, in an earlier process. */
    | { readonly kind: "settled"; readonly result: ToolResult }
    /** The message has the same call earlier, and it only reads, could not be planned, or is an edit. Both calls get its result. */
    | { readonly kind: "duplicate"; readonly of: number }
  );

export interface JudgeOptions {
  readonly step: number;
  /** The newest snapshot. An approval is bound to it. */
  readonly tree: string;
  /** The calls as an earlier process left them. */
  readonly open?: OpenCalls | undefined;
  /** The message ended at the output cap. */
  readonly isCut?: boolean | undefined;
}

/** Codes of errors that become results for the model. Any other error ends the run. */
const TOLD_TO_MODEL = new Set<string>(["tool.input", "workspace.outside", "workspace.file", "cell.reopened"]);

/** Makes an error result of what a tool threw. Rethrows aborts and failures of the runner itself. */
export function errorResult(error: unknown, signal: AbortSignal): ToolResult {
  if (signal.aborted) throw signal.reason;
  if (error instanceof RunnerError && !TOLD_TO_MODEL.has(error.code)) throw error;
  const isMistake = error instanceof RunnerError && error.code === "tool.input";
  return { text: `Error: ${describeError(error)}`, isError: true, isMistake };
}

/** Judges the calls of one assistant message, in order. It records nothing, because calls that wait are judged again when they are answered. */
export async function judgeCalls(calls: readonly ToolCall[], turn: Turn, options: JudgeOptions) {
  const judged: JudgedCall[] = [];
  /** Calls that wait for a person. Unless it is empty, no call of the message may run. */
  const held: HeldCall[] = [];
  const seen = new Map<string, number>();
  /** The newest call that has, had or may have an effect. */
  let effect: { readonly key: string; readonly index: number } | undefined;
  for (const [index, call] of calls.entries()) {
    const recorded = options.open?.results.get(index);
    if (recorded !== undefined) {
      const input = inputOf(call, turn.tools);
      judged.push({ kind: "settled", call, input, result: recorded });
      effect = { key: callKey(call.name, input), index };
      continue;
    }
    const isBegun = options.open?.begun.has(index) === true;
    const behind = isBegun ? undefined : judged.find((before) => isSwitch(before, turn));
    if (behind !== undefined || index >= MAX_RUN_CALLS) {
      const result = behind === undefined ? tooManyCalls(calls.length) : notRunBehind(behind.call.name);
      judged.push({ kind: "failed", call, input: inputOf(call, turn.tools), result });
      continue;
    }
    const isLast = options.isCut === true && index === calls.length - 1;
    const planned = await planCall(call, turn, isLast);
    if (isBegun && !isRepeatable(planned)) {
      judged.push({ kind: "settled", call, input: planned.input, result: UNKNOWN });
      continue;
    }
    // Calls with an effect may be meant to run several times: two presses of a key are not one. But no edit is meant twice in a row.
    const key = callKey(call.name, planned.input);
    const isEdit = planned.kind === "ready" && changesFilesOnly(planned.plan);
    if (planned.kind === "failed" || isRepeatable(planned) || isEdit) {
      const first = isEdit ? (effect?.key === key ? effect.index : undefined) : seen.get(key);
      if (first !== undefined) {
        judged.push({ kind: "duplicate", call, input: planned.input, of: first });
        continue;
      }
      seen.set(key, index);
    }
    if (planned.kind === "failed") {
      judged.push(planned);
      continue;
    }
    if (!isRepeatable(planned)) effect = { key, index };
    const { input, repairs } = planned;
    const { plan, decision } = await decideCall(call, planned.plan, input, turn);
    const { settled, waiting } = applyAnswer(decision, { call, plan, input, index }, turn, options);
    judged.push({ kind: "planned", call, input, repairs, plan, decision: settled });
    if (waiting) held.push(waiting);
  }
  return { calls: judged, held };
}

/** Whether the call changes the rules for later calls and runs, ran, or may have run. */
function isSwitch(judged: JudgedCall, { tools }: Turn): boolean {
  if (tools.get(judged.call.name)?.isSwitch !== true) return false;
  return judged.kind === "settled" || (judged.kind === "planned" && judged.decision.verdict !== "reject");
}

/** The result of a call after a switch. It would be judged by the old rules and run under the new ones. */
function notRunBehind(name: string): ToolResult {
  const text = `Error: not run: ${name} changes the rules for later calls. Resend this call in its own message.`;
  return { text, isError: true };
}

/** The result of a call that began in an earlier process and whose end is not recorded. */
const UNKNOWN: ToolResult = {
  text: "Error: the run was cut off while this ran. It may have happened wholly, in part, or not at all. Look before you do it again.",
  isError: true,
};

/** Whether a call only reads, so that running it again does no harm. */
function isRepeatable(planned: Planned): boolean {
  return planned.kind === "ready" && planned.plan.access === "read";
}

/** Whether a call is an edit: of two equal ones in a row only the first runs. */
export function changesFilesOnly({ capabilities }: Pick<PlannedCall, "capabilities">): boolean {
  return capabilities.length > 0 && capabilities.every(({ kind }) => kind === "write");
}

const CUT_CALL =
  "your message was cut off at the output limit in the middle of this call, so that nothing of it was done. Do it again in smaller pieces: write a large file in parts, each in a message of its own, or change only the lines that must change.";

/** Several gateways say that an answer is complete which its output limit has cut off. */
const CUT_SILENTLY =
  "They end in the middle, as if your message was cut off at the output limit: send a long text in smaller pieces, each in a message of its own.";
/** Shorter arguments are not cut off by a limit. */
const MIN_CUT_CHARS = 1_000;

type Planned =
  | (Pick<Judged, "input" | "repairs"> & { readonly kind: "ready"; readonly plan: PlannedCall })
  | Extract<JudgedCall, { kind: "failed" }>;

async function planCall(call: ToolCall, turn: Turn, isCut: boolean): Promise<Planned> {
  const failed = (input: unknown, text: string): Planned => ({
    kind: "failed",
    call,
    input,
    result: { text: `Error: ${text}`, isError: true, isMistake: true },
  });
  const tool = turn.tools.get(call.name);
  if (tool === undefined) {
    const offered = toolSpecs(turn.tools).map(({ name }) => name);
    return failed(call.arguments, `unknown tool: ${call.name}. Available: ${offered.join(", ")}.`);
  }
  const read = callArguments(call, turn.tools);
  if (isCut && (read.kind === "invalid" || call.arguments.trim() === "")) return failed(call.arguments, CUT_CALL);
  if (read.kind === "invalid") {
    const isCutOff = read.isCut === true && call.arguments.length >= MIN_CUT_CHARS;
    const advice = isCutOff ? CUT_SILENTLY : "Send one object that fits its schema.";
    return failed(call.arguments, `the arguments of ${call.name} are not usable JSON: ${read.reason}. ${advice}`);
  }
  const { input, repairs } = read;
  try {
    return { kind: "ready", input, repairs, plan: await tool.plan(input, turn.signal) };
  } catch (error) {
    return { kind: "failed", call, input, repairs, result: errorResult(error, turn.signal) };
  }
}

interface Ready extends Pick<Judged, "call" | "input"> {
  readonly plan: PlannedCall;
  readonly index: number;
}

function applyAnswer(
  decision: Decision,
  ready: Ready,
  turn: Turn,
  options: JudgeOptions,
): { readonly settled: Decision; readonly waiting?: HeldCall } {
  const { call, plan, index } = ready;
  const { open } = options;
  const shown = open?.held.get(index);
  const rejected = shown === undefined ? undefined : open?.answers.get(shown.digest);
  // What a person rejected never runs, even if the rules of this program approve it, or it would reach another file now.
  if (rejected?.verdict === "reject" && decision.verdict !== "reject") return { settled: answered(rejected, decision) };
  if (decision.verdict !== "defer") return { settled: decision };
  const standing = standingAnswer(decision, plan.capabilities, turn.progressed.standing);
  if (standing !== undefined) return { settled: standing };
  // If a part of the calls ran, the workspace has changed. The digest that people saw then still counts, unless the same call would
  // now reach another file.
  const digest =
    shown !== undefined && reachedPlaces(shown.capabilities) === reachedPlaces(plan.capabilities)
      ? shown.digest
      : requestDigest(ready, options, turn);
  const answer = open?.answers.get(digest);
  if (answer !== undefined) return { settled: answered(answer, decision) };
  const { summary, preview, capabilities } = plan;
  const { verdict: _verdict, ...why } = decision;
  return {
    settled: decision,
    waiting: { callId: call.id, index, tool: call.name, summary, preview, capabilities, ...why, digest },
  };
}

function answered({ verdict, by, reason }: Answer, { near }: Decision): Decision {
  return { verdict, rule: answerRule(by), reason, near: verdict === "reject" ? near : undefined };
}

/** Records the decision about each call, or why it could not be planned. Called once, before the calls run. */
export async function recordDecisions(calls: readonly JudgedCall[], { emit }: Turn): Promise<void> {
  for (const [index, judged] of calls.entries()) {
    const { id: callId, name: tool } = judged.call;
    if (judged.kind === "failed") await emit({ type: "call.failed", callId, tool, index, result: judged.result });
    if (judged.kind !== "planned") continue;
    const { plan, decision } = judged;
    const { summary, capabilities, refused } = plan;
    const facts = { summary, capabilities, decision, ...(refused === undefined ? {} : { refused }) };
    await emit({ type: "call.judged", callId, tool, ...facts });
  }
}

/** The paths and working directories of a call's capabilities. Command lines are left out, because the journal has them redacted. */
function reachedPlaces(capabilities: readonly Capability[]): string {
  return canonicalJson(capabilities.map((need) => ("path" in need ? need.path : "cwd" in need ? need.cwd : null)));
}

/** SHA-256 of everything that an approval is bound to. */
function requestDigest(
  { call, input, plan, index }: Ready,
  { step, tree }: JudgeOptions,
  { identity }: Pick<Turn, "identity">,
): string {
  return sha256(
    canonicalJson({
      v: 1,
      tool: call.name,
      args: input,
      capabilities: plan.capabilities,
      cwd: identity.workDir,
      base: identity.baseCommit,
      head: identity.headCommit,
      snapshot: tree,
      policy: identity.policyDigest,
      session: identity.sessionId,
      sequence: `${step}.${index}`,
    }),
  );
}

/** The call that may run, perhaps with fewer parts than planned, and the decision about exactly that call. */
type Decided = Pick<Extract<JudgedCall, { kind: "planned" }>, "plan" | "decision">;

/** Asks the hooks, and then the policy, as Kimi CLI does. */
async function decideCall(call: ToolCall, plan: PlannedCall, input: unknown, turn: Turn): Promise<Decided> {
  const told = { target: call.name, also: alsoMeant(call, plan, turn), fields: callFields({ call, input }) };
  const reason = await turn.hooks.tell({ event: "PreToolUse", ...told });
  if (reason !== undefined) return { plan, decision: { verdict: "reject", rule: "hook:PreToolUse", reason } };
  return await judgeParts(plan, turn);
}

/** Further names of the tool that hooks match. */
export function alsoMeant({ name }: ToolCall, { meantBy = [] }: PlannedCall, { tools }: Turn): readonly string[] {
  return [...(tools.get(name)?.meantBy ?? []), ...meantBy];
}

export function callFields({ call, input }: Pick<Judged, "call" | "input">) {
  return { tool_name: call.name, tool_input: input, tool_call_id: call.id };
}

/** Leaves out rejected parts if the tool can do without them, and judges the rest again as a whole. */
async function judgeParts(plan: PlannedCall, { gate }: Turn): Promise<Decided> {
  const { capabilities, without } = plan;
  const decision = await gate.judge(capabilities);
  if (decision.verdict !== "reject" || without === undefined) return { plan, decision };
  const refused: RefusedPart[] = [];
  for (const capability of capabilities) {
    const { verdict, rule, reason } = await gate.judge([capability]);
    if (verdict === "reject") refused.push({ capability, rule, reason });
  }
  if (refused.length === 0 || refused.length === capabilities.length) return { plan, decision };
  const rest = without(refused);
  return { plan: rest, decision: await gate.judge(rest.capabilities) };
}

/** Most calls of one message that are run. No honest message has more. */
const MAX_RUN_CALLS = 50;

function tooManyCalls(calls: number): ToolResult {
  const made = calls >= MAX_KEPT_CALLS ? `${calls} calls or more` : `${calls} calls`;
  const text = `Error: not run. You made ${made} in one message; at most ${MAX_RUN_CALLS} are run. Send fewer.`;
  return { text, isError: true, isMistake: true };
}
