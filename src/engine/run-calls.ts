/**
 * Runs the judged calls of a message in waves. Intents are recorded before effects. Each call gets one result, in call order, also when it was
 * refused, could not be planned, or was cancelled.
 */

import { crashAt } from "../base/crash.ts";
import { type Decision, type FileVersion, isAnswer } from "../protocol/approval.ts";
import { describeError } from "../protocol/error.ts";
import type { ToolMessage } from "../protocol/message.ts";
import type { Mail } from "../protocol/result.ts";
import type { ToolAccess, ToolResult } from "../protocol/tool.ts";
import type { Turn } from "../protocol/turn.ts";
import { type JudgedCall, errorResult } from "./judge.ts";
import { refuseCondense } from "./condense.ts";
import { alsoMeant, callFields } from "./decide-call.ts";
import { sortMail } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { forgedNote, withNotes } from "./state/notes.ts";
import { isStuck, NOT_REPEATED, repetitionNote, type Repeated } from "./state/repetition.ts";
import { boundResult, type BoundedResult } from "./results.ts";

export interface CallResults {
  /** One per call, in call order. */
  readonly messages: readonly ToolMessage[];
  /** Whether a call ran that may have changed the workspace. */
  readonly mutated: boolean;
  /** The policy or a person rejected a call. */
  readonly hasRejection: boolean;
  /** Every call was a mistake of the model. */
  readonly allMistakes: boolean;
  readonly allFailed: boolean;
  /** The longest repetition that ends in these calls. */
  readonly repeated: Repeated;
  /** Text of an accepted `attempt_completion`. */
  readonly completion?: string | undefined;
  /** What the compaction that the model asked for must keep. */
  readonly condense?: string | undefined;
  /** An accepted mail. The caller delivers it. */
  readonly mail?: Mail | undefined;
}

type Planned = Extract<JudgedCall, { kind: "planned" }>;
/** By judged call, because models reuse call ids. */
type Results = Map<JudgedCall, ToolResult>;
interface Placed {
  readonly judged: Planned;
  readonly index: number;
}

/** Runs the approved calls. The caller appends `messages` to the context as one record. */
export async function runCalls(
  calls: readonly JudgedCall[],
  turn: Turn,
  { repetition, mails }: Pick<Progress, "repetition" | "mails">,
): Promise<CallResults> {
  const results: Results = new Map();
  let mutated = calls.some(({ kind }) => kind === "settled");
  const runnable = calls.flatMap((judged, index) =>
    isRunnable(judged) ? [{ judged, index, access: judged.plan.access }] : [],
  );
  for (const wave of waves(runnable)) {
    if (turn.signal.aborted) break;
    mutated ||= wave.some(({ access }) => access === "write");
    const approved = wave.find(({ judged }) => isAnswer(judged.decision));
    const changes = approved && wave.length === 1 ? await turn.workspace.watch(kindOf(approved.judged)) : undefined;
    await runWave(wave, turn, { results, changes });
  }

  const settled = calls.map((judged) => resultOf(judged, calls, results));
  const anyFailed = settled.some(({ isError }) => isError);
  const hasRejection = calls.some((judged) => judged.kind === "planned" && judged.decision.verdict === "reject");
  const { results: final, mail } = sortMail(
    settled.map((result) => refuseCondense(refuseCompletion(result, anyFailed), turn)),
    { context: turn.context, sent: mails, hasRejection },
  );
  const rounds = calls.map(({ call, input }, index) =>
    repetition.observe(call.name, input, (final[index] ?? CANCELLED).text),
  );
  const repairNotes = repairNotesOf(calls, turn);
  const messages: ToolMessage[] = [];
  for (const [index, { call }] of calls.entries()) {
    const { text, images, isError = false } = final[index] ?? CANCELLED;
    const isOwn = calls[index]?.kind !== "duplicate"; // the result of a duplicate has a note already
    const forged = isOwn ? forgedNote(text) : undefined;
    const content = withNotes(text, [forged, repairNotes[index], await noteFor(rounds[index], turn)]);
    messages.push({ role: "tool", toolCallId: call.id, content, isError, ...(images && { images }) });
  }
  return {
    messages,
    mutated,
    hasRejection,
    allMistakes: final.every(({ isMistake }) => isMistake === true),
    allFailed: final.every(({ isError }) => isError === true),
    repeated: rounds.reduce((most, next) => (isStuck(next) || next.count > most.count ? next : most), NOT_REPEATED),
    completion: final.find(({ completion }) => completion !== undefined)?.completion,
    condense: final.find(({ condense }) => condense !== undefined)?.condense,
    mail,
  };
}

function kindOf({ plan }: Planned): "mcp" | "other" {
  return plan.capabilities.some(({ kind }) => kind === "mcp") ? "mcp" : "other";
}

/** Records which files an approved call changed. If the call names its files, only these count. */
async function recordApproved({ call, plan }: Planned, changes: readonly FileVersion[], turn: Turn): Promise<void> {
  const isOpenEnded = plan.capabilities.some(({ kind }) => kind === "exec" || kind === "mcp");
  const named = new Set(plan.capabilities.flatMap((need) => (need.kind === "write" ? [need.path] : [])));
  const files = isOpenEnded ? changes : changes.filter(({ path }) => named.has(path));
  if (files.length > 0) await turn.emit({ type: "change.approved", callId: call.id, files });
}

function isRunnable(judged: JudgedCall): judged is Planned {
  return judged.kind === "planned" && judged.decision.verdict === "approve";
}

interface Running {
  readonly results: Results;
  /** Returns the files that the wave's only call changed. Undefined unless a person approved that call. */
  readonly changes: (() => Promise<readonly FileVersion[]>) | undefined;
}

/** Splits calls into waves, in call order: neighbouring reads run together, every other call alone. */
function waves<T extends { readonly access: ToolAccess }>(calls: readonly T[]): T[][] {
  const result: T[][] = [];
  for (const call of calls) {
    const last = result.at(-1);
    if (call.access === "read" && last?.[0]?.access === "read") last.push(call);
    else result.push([call]);
  }
  return result;
}

/** Runs the calls of one wave together, and records their ends in call order. */
async function runWave(wave: readonly Placed[], turn: Turn, { results, changes }: Running): Promise<void> {
  for (const { judged, index } of wave) {
    await turn.emit({ type: "tool.begin", callId: judged.call.id, tool: judged.call.name, index });
  }
  // An error that ends the run is thrown after the other calls have ended. Otherwise a subagent would work on and its report be lost.
  const ends = await Promise.allSettled(
    wave.map(async (placed) => ({ ...placed, ...(await runCall(placed.judged, turn)) })),
  );
  for (const end of ends) {
    if (end.status === "rejected") continue;
    const { judged, index, result, durationMs } = end.value;
    const { id: callId, name: tool } = judged.call;
    results.set(judged, result);
    const { events = [], blob, ...outcome } = result;
    for (const event of events) await turn.emit(event);
    const isError = result.isError === true;
    await turn.emit({ type: "tool.end", callId, tool, index, isError, durationMs, blob, result: outcome });
    if (changes !== undefined) await recordApproved(judged, await changes(), turn); // before hooks change files
    await turn.hooks.tell({
      event: isError ? "PostToolUseFailure" : "PostToolUse",
      target: tool,
      also: alsoMeant(judged.call, judged.plan, turn),
      fields: { ...callFields(judged), [isError ? "error" : "tool_output"]: result.text },
    });
  }
  const broken = ends.find((end) => end.status === "rejected");
  if (broken !== undefined) throw broken.reason;
}

async function runCall(
  { plan, call }: Planned,
  turn: Turn,
): Promise<{ readonly result: BoundedResult; readonly durationMs: number }> {
  const start = turn.clock.monotonic();
  crashAt("tool.run.before");
  const result = await plan.run(turn.signal, call.id).catch((error: unknown): ToolResult => {
    if (!turn.signal.aborted) return errorResult(error, turn.signal);
    return { text: `Error: cancelled while running: ${describeError(turn.signal.reason)}`, isError: true };
  });
  crashAt("tool.run.after");
  return {
    result: await boundResult(result, turn.blobs),
    durationMs: Math.round(turn.clock.monotonic() - start),
  };
}

const CANCELLED: ToolResult = { text: "Error: cancelled before it ran.", isError: true };

function resultOf(judged: JudgedCall, calls: readonly JudgedCall[], results: Results): ToolResult {
  switch (judged.kind) {
    case "failed":
    case "settled":
      return judged.result;
    case "duplicate": {
      const first = calls[judged.of];
      const result = first === undefined ? CANCELLED : resultOf(first, calls, results);
      return { ...result, text: withNotes(result.text, ["The same call stood earlier in this message; it ran once."]) };
    }
    case "planned":
      return judged.decision.verdict === "approve" ? (results.get(judged) ?? CANCELLED) : denied(judged.decision);
  }
}

function denied({ rule, reason, near }: Decision): ToolResult {
  const why = [reason === undefined ? "" : `: ${reason}`, near === undefined ? "" : `; ${near}`].join("");
  const advice = "This is final. Reach the goal in another allowed way, or say what is missing.";
  return { text: `Error: rejected by ${rule}${why}. ${advice}`, isError: true };
}

/** Refuses a completion when another call of the message failed. */
function refuseCompletion(result: ToolResult, anyFailed: boolean): ToolResult {
  if (result.completion === undefined || !anyFailed) return result;
  return {
    text: "Error: not accepted, because another call of the same message failed. Look at its result first.",
    isError: true,
  };
}

async function noteFor(repeated: Repeated | undefined, turn: Turn): Promise<string | undefined> {
  if (repeated === undefined) return undefined;
  const { tools, count } = repeated;
  const note = repetitionNote(repeated);
  if (note !== undefined) await turn.emit({ type: "repetition.notice", tool: tools.join(", "), count });
  return note;
}

/** The note for the result of each call, in order; undefined when there is nothing new to tell. */
function repairNotesOf(calls: readonly JudgedCall[], { context }: Turn): readonly (string | undefined)[] {
  const told = new Set<string>();
  return calls.map(({ call: { name }, repairs }) => {
    if (repairs === undefined) return undefined;
    const begin = `(Repaired arguments of ${name}: `;
    const isTold = (slip: string): boolean =>
      told.has(`${name} ${slip}`) ||
      context.messages.some((message) => message.role === "tool" && isNoted(message.content, begin, slip));
    const slips = repairs.slips.filter((slip) => !isTold(slip));
    for (const slip of slips) told.add(`${name} ${slip}`);
    return slips.length === 0 ? undefined : `${begin}${slips.join("; ")}. Accepted: ${repairs.accepted}.)`;
  });
}

function isNoted(content: string, begin: string, slip: string): boolean {
  const start = content.lastIndexOf(begin);
  return start !== -1 && content.includes(slip, start);
}
