/** The tools and the gate of a replay. Each call needs, is decided and ends as it is recorded. */

import { callArguments } from "../engine/arguments.ts";
import { changesFilesOnly } from "../engine/judge.ts";
import { callKey } from "../engine/state/repetition.ts";
import { isAnswer, type Capability, type Decision } from "../protocol/approval.ts";
import type { Context } from "../protocol/context.ts";
import { RunnerError } from "../protocol/error.ts";
import { callsOf, type AssistantMessage, type ToolCall, type ToolMessage } from "../protocol/message.ts";
import { reads } from "../protocol/readers.ts";
import type { ToolOutcome } from "../protocol/result.ts";
import type { PlannedCall, Tool, ToolAccess, ToolResult } from "../protocol/tool.ts";
import type { Turn } from "../protocol/turn.ts";
import type { EventOf, HeldCall, WireEvent } from "../protocol/wire.ts";
import { sha256 } from "../base/sha256.ts";
import { abortAsRecorded, copyAskedByTool, failureAhead, recordedFailure, type Feed, type TurnFeed } from "./record.ts";

export interface CallsOptions {
  readonly feed: TurnFeed;
  readonly context: Pick<Context, "messages">;
  /** The tools as the model sees them. The engine knows no others. */
  readonly specs: readonly Omit<Tool, "plan">[];
  /** Calls that waited when the session stopped last, answered or not. */
  readonly held: readonly HeldCall[];
  /** Positions of the calls that were under way then. */
  readonly begun: ReadonlySet<number>;
  /** Copies the records between the begin of a call and its end that are not about the call itself. */
  readonly copyInside: () => Promise<void>;
}

/** For a message that no earlier process has begun. */
const NOTHING: Pick<CallsOptions, "begun" | "held"> = { begun: new Set(), held: [] };
/** The decision about a call beside a held one. No call of that message runs, so it has no effect. */
const UNASKED: Decision = { verdict: "approve", rule: "beside a held call" };

export function createCalls({
  feed,
  context,
  specs,
  held,
  begun,
  copyInside,
}: CallsOptions): Pick<Turn, "tools" | "gate" | "blobs"> {
  const known = new Map(specs.map((spec) => [spec.name, spec]));
  const byCapabilities = new WeakMap<readonly Capability[], RecordedCall>();
  const blobs = new Map<string, string>();
  const isTakenUp = context.messages.at(-1)?.role === "assistant";
  let batch: ReturnType<typeof recordedCalls> | undefined;
  const planned = new Map<string, number>();

  const current = (): typeof batch => {
    const newest = context.messages.at(-1);
    if (newest?.role !== "assistant") return undefined;
    if (batch?.message === newest) return batch;
    // A call of a later message may have the same id as a held call whose message is no longer in the context.
    const before = batch === undefined && isTakenUp ? { begun, held } : NOTHING;
    batch = recordedCalls(newest, feed, { tools: known, ...before });
    planned.clear();
    return batch;
  };

  /** The record of the call that is planned now. Equal calls are planned in the order of the record. */
  const recordOf = (name: string, input: unknown): RecordedCall | undefined => {
    const key = callKey(name, input);
    const equal = current()?.calls.get(key) ?? [];
    const turn = planned.get(key) ?? 0;
    planned.set(key, turn + 1);
    return equal[Math.min(turn, equal.length - 1)];
  };

  const end = (recorded: RecordedCall): ToolResult => {
    const found = resultAhead(recorded, feed);
    if (found === "cut off") while (feed.next() !== undefined) feed.copy(); // the record stops before the end of this call
    if (found === "failed") throw failureAhead(feed); // other calls of the message may still end before the turn does
    if (found === "cut off" || found === undefined) throw recordedFailure(feed, `the result of ${recorded.call.name}`);
    const { result, blob, events } = found;
    if (result.text.startsWith("Error: cancelled while running: ")) {
      abortAsRecorded(feed);
      feed.controller.signal.throwIfAborted();
    }
    const text = blob === undefined ? result.text : wholeText(result.text);
    if (blob !== undefined) blobs.set(text, blob);
    return { ...result, text, events };
  };

  const plan = (name: string, input: unknown): PlannedCall => {
    const recorded = recordOf(name, input);
    copyAskedByTool(feed);
    if (recorded === undefined) throw feed.miss(`a plan for ${name}`);
    if (recorded.failure !== undefined) throw recorded.failure;
    const known = recorded.judged ?? recorded.held;
    const isAsked =
      known !== undefined || recorded.isUnknown || batch?.isOpen === true || feed.peek()?.type === "hook.begin";
    if (!isAsked) throw recordedFailure(feed, `a plan for ${name}`);
    const capabilities = [...(known?.capabilities ?? [])];
    byCapabilities.set(capabilities, recorded);
    return {
      access: recorded.access,
      capabilities,
      summary: known?.summary ?? name,
      preview: recorded.held?.preview,
      refused: recorded.judged?.refused,
      run: async () => {
        await copyInside();
        return end(recorded);
      },
    };
  };

  const tool = ({ name, ...spec }: CallsOptions["specs"][number]): Tool => ({
    ...spec,
    name,
    plan: async (input, signal) => {
      signal.throwIfAborted();
      return plan(name, input);
    },
  });

  return {
    tools: new Map(specs.map((spec) => [spec.name, tool(spec)])),
    gate: { judge: async (capabilities) => decisionOf(byCapabilities.get(capabilities)) },
    blobs: { put: async (text) => blobs.get(text) ?? `blobs/${sha256(text)}.txt` },
  };
}

/** The decision of the gate. Where a person answered, the gate had deferred. */
function decisionOf(recorded: RecordedCall | undefined): Decision {
  const waited = recorded?.held;
  const decision = recorded?.judged?.decision;
  if (decision !== undefined && !(waited !== undefined && isAnswer(decision))) return decision;
  if (waited === undefined) return UNASKED;
  return { verdict: "defer", rule: waited.rule, reason: waited.reason, near: waited.near };
}

type ToolEnd = EventOf<"tool.end">;

/** The end of a call, with its own records. `failed`: the turn failed first. `cut off`: the record stops before it. */
function resultAhead(
  { index }: RecordedCall,
  feed: Feed,
): (Pick<ToolEnd, "result" | "blob"> & { readonly events: readonly WireEvent[] }) | "failed" | "cut off" | undefined {
  let events: WireEvent[] = [];
  for (const event of feed.ahead()) {
    if (event.type === "context.append") return undefined;
    if (event.type === "step.interrupted") return "failed";
    if (event.type === "tool.end" && event.index === index) return { result: event.result, blob: event.blob, events };
    if (event.type === "tool.begin" || event.type === "tool.end") events = [];
    else if (!reads("replay", event)) events.push(event);
  }
  return "cut off";
}

/** How the engine notes what it left out of a result. */
const LEFT_OUT = /\n\[(\d+) characters left out here; narrow the call to see them\]\n/;

/** A text that the engine cuts to the recorded one. Only the length of what was left out matters. */
function wholeText(bounded: string): string {
  return bounded.replace(LEFT_OUT, (_note, dropped: string) => " ".repeat(Number(dropped)));
}

interface RecordedCall {
  readonly call: ToolCall;
  /** Position in the message, because ids are not always unique. */
  readonly index: number;
  /** Set where it was decided and the calls ran. */
  readonly judged?: EventOf<"call.judged"> | undefined;
  /** Set where it waited for an answer, in this process or in an earlier one. */
  readonly held?: HeldCall | undefined;
  readonly access: ToolAccess;
  readonly failure?: RunnerError | undefined;
  /** It was under way when a process ended, and did not run again. */
  readonly isUnknown: boolean;
}

interface RecordedOptions extends Pick<CallsOptions, "begun" | "held"> {
  /** The tools that the engine knows, with their repairs of arguments. */
  readonly tools: ReadonlyMap<string, Pick<Tool, "repair" | "isSwitch">>;
}

/** Reads the records that follow when the calls are judged. `isOpen`: some calls have none, because one waits or the record stops here. */
function recordedCalls(message: AssistantMessage, feed: Feed, options: RecordedOptions) {
  const { tools, begun } = options;
  const { judged, failed, held, began, together, results, isOpen, isCut } = lookAhead(feed);
  const waiting = [...judged];
  /** The calls by tool and canonical arguments, in call order. Calls that ran as one are one entry. */
  const calls = new Map<string, readonly RecordedCall[]>();
  for (const [index, call] of callsOf(message).entries()) {
    const read = callArguments(call, tools);
    if (!tools.has(call.name) || read.kind === "invalid") continue; // the engine answers these itself
    const key = callKey(call.name, read.input);
    const isNext = waiting[0]?.callId === call.id && waiting[0].tool === call.name;
    const isUnknown = begun.has(index) && results[index]?.content.startsWith(CUT_OFF) === true;
    // All calls are judged before the first one runs. So a call without a verdict ran as one with an equal call before it.
    const isTwin = began.size > 0 && calls.get(key)?.at(-1)?.judged !== undefined;
    // Calls after a change of the rules are not judged with it, so a switch before a held call did not happen.
    const isVain = tools.get(call.name)?.isSwitch === true && held.some((later) => later.index > index);
    const recorded: RecordedCall = {
      call,
      index,
      judged: isNext ? waiting.shift() : undefined,
      held: [...held, ...options.held].find(({ callId, tool }) => callId === call.id && tool === call.name),
      // A call that ran alone may write. A call that had begun and is judged once more only reads.
      access: together.has(index) || (isNext && begun.has(index)) ? "read" : "write",
      isUnknown,
      failure:
        planError(failed.get(index)) ??
        (isVain || !(isNext || isUnknown || isTwin || !isCut || judged.length === 0) ? LOST : undefined),
    };
    calls.set(key, withEqual(calls.get(key), recorded));
  }
  return { message, calls, isOpen };
}

/** Equal calls of one message. A call without records ran as one with the call before it, which therefore only reads or is an edit. */
function withEqual(before: readonly RecordedCall[] = [], next: RecordedCall): readonly RecordedCall[] {
  const last = before.at(-1);
  if (last === undefined || !hasFacts(last)) return [next];
  if (hasFacts(next)) return [...before, next];
  const access = last.judged !== undefined && changesFilesOnly(last.judged) ? "write" : "read";
  return [...before.slice(0, -1), { ...last, access }];
}

function hasFacts({ judged, held, failure, isUnknown }: RecordedCall): boolean {
  return judged !== undefined || held !== undefined || failure !== undefined || isUnknown;
}

/** Reads up to the results of the calls, or to where the record stops. `isCut`: the turn ended before there were results. */
function lookAhead(feed: Feed) {
  const judged: EventOf<"call.judged">[] = [];
  /** Results of the calls that could not be planned, by position. */
  const failed = new Map<number, ToolOutcome>();
  /** Positions of the calls that began to run, and of those that ran at the same time as others. */
  const [began, together] = [new Set<number>(), new Set<number>()];
  const held: readonly HeldCall[] = [];
  const results: readonly ToolMessage[] = [];
  const found = { judged, failed, began, together, held, results, isOpen: false, isCut: false };
  let wave: number[] = [];
  for (const event of feed.ahead()) {
    if (event.type === "call.judged") judged.push(event);
    if (event.type === "call.failed") failed.set(event.index, event.result);
    if (event.type === "deferral.open") return { ...found, held: event.held, isOpen: true };
    if (event.type === "tool.begin") {
      began.add(event.index);
      wave.push(event.index);
      if (wave.length > 1) for (const index of wave) together.add(index);
    }
    if (event.type === "tool.end") wave = [];
    if (event.type === "context.append") {
      return { ...found, results: event.messages.filter((message) => message.role === "tool") };
    }
    if (["step.begin", "step.interrupted", "turn.end"].includes(event.type)) return { ...found, isCut: true };
  }
  return { ...found, isOpen: true };
}

/** How the engine answers a call that began and has no recorded end. */
const CUT_OFF = "Error: the run was cut off while this ran.";

/** For a call that was not decided although others of its message were. Its result is not recorded either. */
const LOST = new RunnerError({ code: "workspace.file", message: "not recorded" });

/** The error that the engine words as this result. */
function planError(result: ToolOutcome | undefined): RunnerError | undefined {
  if (result === undefined) return undefined;
  const code = result.isMistake === true ? "tool.input" : "workspace.file";
  return new RunnerError({ code, message: result.text.replace(/^Error: /, "") });
}
