/** Runs judged calls in waves. Intents are recorded before effects, and each call gets one result, in call order. */

import { crashAt } from "../base/crash.ts";
import { type Decision, type FileVersion, isAnswer } from "../protocol/approval.ts";
import { describeError } from "../protocol/error.ts";
import type { ToolMessage } from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool.ts";
import type { Turn, BlobStore } from "../protocol/turn.ts";
import { type JudgedCall, errorResult, alsoMeant, callFields } from "./judge.ts";
import { contextSize } from "./compaction/context-size.ts";
import { sortMail } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { forgedNote, withNotes } from "../protocol/result.ts";
import { isStuck, NOT_REPEATED, repetitionNote, type Repeated } from "./state/repetition.ts";
import { headTail } from "../base/truncate.ts";

export type CallResults = Awaited<ReturnType<typeof runCalls>>;

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
) {
  const results: Results = new Map();
  let mutated = calls.some(({ kind }) => kind === "settled");
  const runnable = calls.flatMap((judged, index) => (isRunnable(judged) ? [{ judged, index }] : []));
  for (const wave of waves(runnable)) {
    if (turn.signal.aborted) break;
    mutated ||= wave.some(({ judged }) => judged.plan.access === "write");
    const approved = wave.find(({ judged }) => isAnswer(judged.decision));
    const isMcp = approved?.judged.plan.capabilities.some(({ kind }) => kind === "mcp") === true;
    const changes = approved && wave.length === 1 ? await turn.workspace.watch(isMcp ? "mcp" : "other") : undefined;
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
    /** One per call, in call order. */
    messages,
    /** Whether a call ran that may have changed the workspace. */
    mutated,
    hasRejection,
    allMistakes: final.every(({ isMistake }) => isMistake === true),
    allFailed: final.every(({ isError }) => isError === true),
    /** The longest repetition that ends in these calls. */
    repeated: rounds.reduce((most, next) => (isStuck(next) || next.count > most.count ? next : most), NOT_REPEATED),
    /** Text of an accepted `attempt_completion`. */
    completion: final.find(({ completion }) => completion !== undefined)?.completion,
    /** What the compaction that the model asked for must keep. */
    condense: final.find(({ condense }) => condense !== undefined)?.condense,
    /** An accepted mail. The caller delivers it. */
    mail,
  };
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

/** Splits calls into waves, in call order: neighbouring reads run together, every other call alone. */
function waves(calls: readonly Placed[]): readonly (readonly Placed[])[] {
  const result: Placed[][] = [];
  for (const call of calls) {
    const last = result.at(-1);
    const isShared = call.judged.plan.access === "read" && last?.[0]?.judged.plan.access === "read";
    if (isShared) last.push(call);
    else result.push([call]);
  }
  return result;
}

/** Runs a wave, and records its ends in call order. `changes`: what a call that a person approved changed. */
async function runWave(
  wave: readonly Placed[],
  turn: Turn,
  {
    results,
    changes,
  }: { readonly results: Results; readonly changes: (() => Promise<readonly FileVersion[]>) | undefined },
): Promise<void> {
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

async function runCall({ plan, call }: Planned, turn: Turn) {
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

function refuseCompletion(result: ToolResult, anyFailed: boolean): ToolResult {
  if (result.completion === undefined || !anyFailed) return result;
  const text = "Error: not accepted, because another call of the same message failed. Look at its result first.";
  return { text, isError: true };
}

/** Below this share of the window, a summary costs more than it saves. */
const MIN_CONDENSED_SHARE = 0.3;

/** Refuses a compaction that the model asks for, while there is much room. */
function refuseCondense(result: ToolResult, turn: Turn): ToolResult {
  if (result.condense === undefined) return result;
  const share = contextSize(turn).tokens / turn.model.window;
  if (share >= MIN_CONDENSED_SHARE) return result;
  const [used, least] = [share, MIN_CONDENSED_SHARE].map((part) => Math.round(part * 100));
  const text = `Error: not condensed: ${used} % of the context is used, and it is worth it from ${least} % on. Go on.`;
  return { text, isError: true };
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

/** About 12,500 tokens. Longer results would bury the task; the bundle has the whole text. */
const MAX_RESULT_CHARS = 50_000;

interface BoundedResult extends Omit<ToolResult, "whole"> {
  /** Name of the blob with the whole text, when the result was cut. */
  readonly blob?: string;
}

/** Cuts a result to 50,000 characters of its head and tail, and stores the whole text in `blobs`. */
async function boundResult({ whole, ...result }: ToolResult, blobs: BlobStore): Promise<BoundedResult> {
  const { text } = result;
  if (text.trim() === "") return { ...result, text: "(no output)" };
  if (whole !== undefined) return { ...result, blob: await blobs.put(whole) };
  if (text.length <= MAX_RESULT_CHARS) return result;
  const note = (dropped: number): string => `[${dropped} characters left out here; narrow the call to see them]`;
  return { ...result, text: headTail(text, MAX_RESULT_CHARS, note), blob: await blobs.put(text) };
}
