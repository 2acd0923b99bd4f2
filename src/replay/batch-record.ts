/** What the record says of the calls of one message: what each needed, what was decided, how it ended. */

import { parseArguments } from "../engine/arguments.ts";
import { callKey, repetitionNote } from "../engine/state/repetition.ts";
import { RunnerError } from "../protocol/error.ts";
import { callsOf, type AssistantMessage, type ToolCall, type ToolMessage } from "../protocol/message.ts";
import type { ToolAccess } from "../protocol/tool.ts";
import type { EventOf, HeldCall } from "../protocol/wire.ts";
import { mistakesAtEnd, type Feed } from "./record.ts";

export interface RecordedCall {
  readonly call: ToolCall;
  /** Position in its batch: ids are not always unique. */
  readonly index: number;
  /** Set when it was decided and the batch ran. */
  readonly judged?: EventOf<"call.judged"> | undefined;
  /** Set when it waited for an answer. */
  readonly held?: HeldCall | undefined;
  readonly access: ToolAccess;
  /** What its plan threw, where it did. */
  readonly failure?: RunnerError | undefined;
  /** It was under way when a process ended, and was not repeated. */
  readonly isUnknown: boolean;
}

export interface RecordedBatch {
  readonly message: AssistantMessage;
  /** By tool and canonical arguments: the same call runs once. */
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** Nothing is said of some of its calls: one of them waits, and nothing ran, or the record stops here. */
  readonly isOpen: boolean;
}

export interface BatchOptions {
  readonly isKnown: (tool: string) => boolean;
  /** Positions of calls that a process before began. */
  readonly begun: ReadonlySet<number>;
}

/** Looks ahead from the moment at which the batch is judged. */
export function recordedBatch(message: AssistantMessage, feed: Feed, { isKnown, begun }: BatchOptions): RecordedBatch {
  const { judged, held, together, results, isOpen, isCut } = lookAhead(feed);
  const isMistake = endsInMistakes(feed);
  const waiting = [...judged];
  const calls = new Map<string, RecordedCall>();
  for (const [index, call] of callsOf(message).entries()) {
    const parsed = parseArguments(call.arguments);
    if (!isKnown(call.name) || parsed.kind === "invalid") continue; // the engine answers these itself
    const key = callKey(call.name, parsed.value);
    if (calls.has(key)) continue;
    const isNext = waiting[0]?.callId === call.id && waiting[0].tool === call.name;
    const result = results[index];
    const isUnknown = begun.has(index) && result?.content.startsWith(CUT_OFF) === true;
    calls.set(key, {
      call,
      index,
      judged: isNext ? waiting.shift() : undefined,
      held: held?.find(({ callId, tool }) => callId === call.id && tool === call.name),
      // Alone in its wave it may as well write; what was begun and is judged once more only reads.
      access: together.has(index) || (isNext && begun.has(index)) ? "read" : "write",
      isUnknown,
      failure:
        isNext || isUnknown ? undefined : failureOf(call, { result, isMistake, isCut: isCut && judged.length > 0 }),
    });
  }
  return { message, calls, isOpen };
}

interface Ahead {
  readonly judged: readonly EventOf<"call.judged">[];
  readonly held?: readonly HeldCall[];
  /** Positions of calls that ran beside others. */
  readonly together: ReadonlySet<number>;
  readonly results: readonly ToolMessage[];
  readonly isOpen: boolean;
  /** The turn failed before there were results. */
  readonly isCut: boolean;
}

/** Everything up to the results of the batch, or to where it stopped. */
function lookAhead(feed: Feed): Ahead {
  const judged: EventOf<"call.judged">[] = [];
  const together = new Set<number>();
  const found: Ahead = { judged, together, results: [], isOpen: false, isCut: false };
  let wave: number[] = [];
  for (const event of feed.ahead()) {
    if (event.type === "call.judged") judged.push(event);
    if (event.type === "deferral.open") return { ...found, held: event.held, isOpen: true };
    if (event.type === "tool.begin") {
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

/** Whether this batch is one of those whose mistakes ended the turn: whose fault a plan's failure was is not recorded. */
function endsInMistakes(feed: Feed): boolean {
  const steps = mistakesAtEnd(feed);
  let answers = 0;
  for (const event of feed.ahead()) {
    if (event.type === "turn.end") break;
    if (event.type === "context.append" && event.messages[0]?.role === "assistant") answers += 1;
  }
  return answers < steps;
}

/** How the engine answers for an effect that was begun and never reported. */
const CUT_OFF = "Error: the run was cut off while this ran.";

/** Counts at which a note may stand behind a result. */
const NOTED = [3, 5, 8];

interface Planned {
  readonly result: ToolMessage | undefined;
  readonly isMistake: boolean;
  /** Others of its batch were decided and it was not, and what it was told is not recorded. */
  readonly isCut: boolean;
}

/** What the plan of a call without a decision threw. */
function failureOf({ name }: ToolCall, { result, isMistake, isCut }: Planned): RunnerError | undefined {
  if (result !== undefined) return planError(name, result, isMistake);
  return isCut ? new RunnerError({ code: "workspace.file", message: "not recorded" }) : undefined;
}

/** The error that the engine words as this result. */
function planError(tool: string, { content }: ToolMessage, isMistake: boolean): RunnerError {
  const note = NOTED.map((count) => `\n\n${repetitionNote(tool, count) ?? ""}`).find((end) => content.endsWith(end));
  const text = note === undefined ? content : content.slice(0, -note.length);
  return new RunnerError({
    code: isMistake ? "tool.input" : "workspace.file",
    message: text.replace(/^Error: /, ""),
  });
}
