/** What the record says about the calls of one message: what each needed, how it was decided and how it ended. */

import { callArguments } from "../engine/arguments.ts";
import { changesFilesOnly } from "../engine/judge.ts";
import { callKey } from "../engine/state/repetition.ts";
import { RunnerError } from "../protocol/error.ts";
import { callsOf, type AssistantMessage, type ToolCall, type ToolMessage } from "../protocol/message.ts";
import type { ToolOutcome } from "../protocol/result.ts";
import type { Tool, ToolAccess } from "../protocol/tool.ts";
import type { EventOf, HeldCall } from "../protocol/wire.ts";
import type { Feed } from "./record.ts";

export interface RecordedCall {
  readonly call: ToolCall;
  /** Position in the message, because ids are not always unique. */
  readonly index: number;
  /** Set where it was decided and the calls ran. */
  readonly judged?: EventOf<"call.judged"> | undefined;
  /** Set where it waited for an answer, in this process or in an earlier one. */
  readonly held?: HeldCall | undefined;
  readonly access: ToolAccess;
  /** The error that its plan threw, if any. */
  readonly failure?: RunnerError | undefined;
  /** It was under way when a process ended, and did not run again. */
  readonly isUnknown: boolean;
}

export interface RecordedCalls {
  readonly message: AssistantMessage;
  /** The calls by tool and canonical arguments, in call order. Calls that ran as one are one entry. */
  readonly calls: ReadonlyMap<string, readonly RecordedCall[]>;
  /** Some calls have no records: one of them waits and nothing ran, or the record stops here. */
  readonly isOpen: boolean;
}

export interface RecordedOptions {
  /** The tools that the engine knows, with their repairs of arguments. */
  readonly tools: ReadonlyMap<string, Pick<Tool, "repair" | "isSwitch">>;
  /** Positions of calls that an earlier process began. */
  readonly begun: ReadonlySet<number>;
  /** Calls that waited when that process stopped. */
  readonly held: readonly HeldCall[];
}

/** Reads the records that follow when the calls are judged. */
export function recordedCalls(message: AssistantMessage, feed: Feed, options: RecordedOptions): RecordedCalls {
  const { tools, begun } = options;
  const { judged, failed, held = [], began, together, results, isOpen, isCut } = lookAhead(feed);
  const waiting = [...judged];
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

interface Ahead {
  readonly judged: readonly EventOf<"call.judged">[];
  /** Results of the calls that could not be planned, by position. */
  readonly failed: ReadonlyMap<number, ToolOutcome>;
  readonly held?: readonly HeldCall[];
  /** Positions of the calls that began to run. */
  readonly began: ReadonlySet<number>;
  /** Positions of the calls that ran at the same time as others. */
  readonly together: ReadonlySet<number>;
  readonly results: readonly ToolMessage[];
  readonly isOpen: boolean;
  /** The turn ended before there were results. */
  readonly isCut: boolean;
}

/** Reads up to the results of the calls, or to where the record stops. */
function lookAhead(feed: Feed): Ahead {
  const judged: EventOf<"call.judged">[] = [];
  const began = new Set<number>();
  const together = new Set<number>();
  const failed = new Map<number, ToolOutcome>();
  const found: Ahead = { judged, failed, began, together, results: [], isOpen: false, isCut: false };
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
