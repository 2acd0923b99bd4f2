/** One step: calls the model, judges and runs its calls, appends the results. Only failures throw. */

import { counted } from "../base/words.ts";
import { callsOf, type AssistantMessage, type ToolCall, type ToolMessage } from "../protocol/message.ts";
import type { StuckStop, TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import type { OpenCalls } from "../protocol/unfinished.ts";
import { receive, reminder } from "./arrivals.ts";
import { CUT_IN_THOUGHT, cutAnswerAtEnd, GO_ON, isNewestNote, isOnly, SAY_SOMETHING } from "./state/answer.ts";
import { askModel, canAsk } from "./ask-model.ts";
import { runCalls, type CallResults } from "./run-calls.ts";
import { compact, makeRoom } from "./compaction/compact.ts";
import { judgeCalls, recordDecisions, type JudgedCall, type JudgeOptions } from "./judge.ts";
import { stopAfterText } from "./announced-work.ts";
import { deliverMail } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { isStuck, repeatedCalls, type Repeated } from "./state/repetition.ts";
import { withNotes } from "../protocol/result.ts";

export type StepResult = { readonly kind: "continue" } | { readonly kind: "stop"; readonly stop: TurnStop };

export const CONTINUE: StepResult = { kind: "continue" };

/** Asks the model and handles its answer. */
export async function runStep(turn: Turn, progress: Progress): Promise<StepResult> {
  await receive(turn, progress.steps + 1);
  const full = await makeRoom(turn, progress);
  if (full !== undefined) return { kind: "stop", stop: full };
  const asked = await askModel(turn, progress);
  if ("stop" in asked) return { kind: "stop", stop: asked };
  const { message, isCut, isPaused } = asked;
  const calls = callsOf(message);
  if (calls.length > 0) return handleCalls({ calls, isCut }, turn, progress);
  if (isCut) return askToGoOn(message, turn, progress);
  if (isPaused) return CONTINUE;
  if (turn.inbox.hasSteer()) return CONTINUE;
  return end(await stopAfterText(message, turn), turn);
}

/** Continues after an answer that was cut off. It counts as a mistake, so that a model that rambles does not use up all steps. */
export async function askToGoOn(message: AssistantMessage, turn: Turn, progress: Progress): Promise<StepResult> {
  const { context, model } = turn;
  const isUnsaid = isOnly(CUT_IN_THOUGHT, message);
  if (isUnsaid && isNewestNote(SAY_SOMETHING, context.messages)) {
    const { maxOutputTokens: cap, raisedOutputTokens: raised = cap } = model;
    const limits = raised === cap ? `${cap} tokens` : `${cap} tokens, then ${raised}`;
    const reason = `The model's reasoning reached its output limit twice (${limits}), before a word or a call.`;
    return { kind: "stop", stop: { stop: "stuck", reason } };
  }
  progress.mistakes += 1;
  const stop = stopOfMistakes(turn, progress);
  if (stop !== undefined) return { kind: "stop", stop: { ...stop, text: cutAnswerAtEnd(context.messages) } };
  const content = [isUnsaid ? SAY_SOMETHING : GO_ON, mistakesNote(turn, progress)].filter((part) => part !== undefined);
  await context.append({ role: "user", content: content.join("\n\n"), synthetic: true });
  return CONTINUE;
}

/** Handles the calls of the newest assistant message. `open`: the calls as an earlier process left them. */
export async function handleCalls(
  { calls, isCut }: Pick<JudgeOptions, "isCut"> & { readonly calls: readonly ToolCall[] },
  turn: Turn,
  progress: Progress,
  open?: OpenCalls,
): Promise<StepResult> {
  const tree = await progress.snapshots.settle();
  const { calls: judged, held } = await judgeCalls(calls, turn, { step: progress.steps, tree, open, isCut });
  if (held.length > 0) {
    await turn.emit({ type: "deferral.open", held });
    return { kind: "stop", stop: { stop: "deferred", digests: held.map(({ digest }) => digest) } };
  }
  await recordDecisions(judged, turn);
  const note = await heldNote(turn, progress);
  const isFrozen = turn.workspace.isFrozen?.() === true; // a call of this message may end plan mode
  const ran = await runCalls(judged, turn, progress);
  const takenBack = isFrozen && ran.mutated ? await takeBack(turn, tree) : undefined;
  progress.mistakes = ran.allMistakes ? progress.mistakes + 1 : 0;
  progress.failures = ran.allFailed ? progress.failures + 1 : 0;
  const warning = mistakesNote(turn, progress) ?? failuresNote(progress);
  await turn.context.append(...withNote(withNote(withNote(ran.messages, note), takenBack), warning));
  if (ran.completion === undefined && ran.mail === undefined) await tellFolderRules(judged, turn);
  if (ran.mutated) progress.snapshots.begin();
  if (ran.hasRejection) turn.budget.deny(); // once per message, because the model reads its rejections together

  turn.signal.throwIfAborted(); // first, because cancelled calls look like mistakes and failures
  const denied = stopOfDenials(turn);
  if (denied !== undefined) return { kind: "stop", stop: denied };
  if (ran.mail !== undefined) {
    await deliverMail(ran.mail, turn, progress);
    return CONTINUE;
  }
  return end(stopAfter(ran, turn, progress) ?? (await condenseAfter(ran, turn, progress)), turn);
}

/** Ends the turn, unless the model has to be told of a command that it left running, and the limits allow one more step. */
async function end(stop: TurnStop | undefined, turn: Turn): Promise<StepResult> {
  if (stop === undefined) return CONTINUE;
  const { inbox, signal } = turn;
  const mayGoOn = stop.stop === "end_turn" && inbox.settle !== undefined && (await canAsk(turn));
  return mayGoOn && (await inbox.settle?.(signal)) ? CONTINUE : { kind: "stop", stop };
}

/** Condenses the context if the model asked for it; the summary preserves `focus` above all. Returns a stop when a limit forbids it. */
async function condenseAfter(
  { condense: focus }: CallResults,
  turn: Turn,
  progress: Progress,
): Promise<TurnStop | undefined> {
  if (focus === undefined || !turn.budget.allowsSummary()) return undefined;
  const done = await compact(turn, progress, { manual: { focus } });
  return typeof done === "string" ? undefined : done;
}

function stopAfter({ repeated, completion }: CallResults, turn: Turn, progress: Progress): TurnStop | undefined {
  const stuck = stopOfRepetition(repeated) ?? stopOfMistakes(turn, progress);
  if (stuck !== undefined) return stuck;
  if (completion === undefined || turn.inbox.hasSteer()) return undefined;
  return { stop: "end_turn", text: completion };
}

/** The stop for calls that were repeated too often without anything new. */
export function stopOfRepetition(repeated: Repeated): TurnStop | undefined {
  if (!isStuck(repeated)) return undefined;
  const { tools, count } = repeated;
  return { stop: "stuck", reason: `The model made ${repeatedCalls(tools)} ${count} times in a row.` };
}

/** The stop for too many rejections, over the whole session. */
export function stopOfDenials({ budget, limits }: Turn): TurnStop | undefined {
  const denials = budget.denials();
  if (denials < limits.denials) return undefined;
  const steps = counted(denials, "step");
  return { stop: "rejected", reason: `The policy rejected actions in ${steps}; the limit is ${limits.denials}.` };
}

/** The stop for too many mistakes in a row. It comes one step after the limit, at which the model is warned. */
function stopOfMistakes({ limits }: Turn, { mistakes }: Progress): StuckStop | undefined {
  if (mistakes <= limits.mistakes) return undefined;
  return { stop: "stuck", reason: `${counted(mistakes, "step")} in a row contained only mistakes of the model.` };
}

/** The warning one step before mistakes end the run. */
function mistakesNote({ limits }: Turn, { mistakes }: Progress): string | undefined {
  if (mistakes !== limits.mistakes) return undefined;
  const steps = mistakes === 1 ? "Your last message" : `Each of your last ${mistakes} messages`;
  return `${steps} contained nothing but mistakes. One more such message ends the run. Read the errors above, and do something simpler that is sure to work, or answer in text what blocks you.`;
}

/** After so many messages without a success, and each time so many more, the model is told. */
const FAILURES_TOLD = 6;

/** Failures that differ are no repetition, and one of them alone may be a good guess. */
function failuresNote({ failures }: Progress): string | undefined {
  if (failures === 0 || failures % FAILURES_TOLD !== 0) return undefined;
  return `Nothing that you called in your last ${failures} messages succeeded. Do not guess further names or variants: list or search what is there, or answer in text what blocks you.`;
}

/** Restores the tree if the workspace differs. Returns the note for the model; undefined where nothing had changed. */
async function takeBack({ workspace, emit }: Pick<Turn, "workspace" | "emit">, tree: string) {
  if ((await workspace.snapshot()) === tree) return undefined;
  await workspace.restore(tree);
  await emit({ type: "warning", text: "A command changed files in plan mode; they are as before." });
  return "Plan mode is on: a call of this message changed files of the workspace. They are as before, and every process has ended.";
}

/** Appends the rules of the folders that calls touched, unless the model was told them before. */
async function tellFolderRules(calls: readonly JudgedCall[], { folderRules, context }: Turn): Promise<void> {
  if (folderRules === undefined) return;
  const capabilities = calls.flatMap((judged) =>
    judged.kind === "planned" && judged.decision.verdict === "approve" ? judged.plan.capabilities : [],
  );
  const notes = context.messages.flatMap((message) =>
    message.role === "user" && message.synthetic === true ? [message.content] : [],
  );
  const text = await folderRules(capabilities, notes);
  if (text !== undefined) await context.append(reminder(text));
}

/** Most files that one note names. */
const MAX_NAMED = 20;

/** The note about files that changed up to the newest snapshot; undefined when all may be published or the model was told. */
async function heldNote(turn: Turn, { snapshots, toldHeld }: Progress): Promise<string | undefined> {
  const files = (await snapshots.heldFiles()).filter(({ path }) => !toldHeld.has(path));
  if (files.length === 0) return undefined;
  await turn.emit({ type: "change.held", files });
  for (const { path } of files) toldHeld.add(path);
  const lines = files.slice(0, MAX_NAMED).map(({ path, rule, reason }) => {
    return `- ${JSON.stringify(path)}: ${rule}${reason === undefined ? "" : `, ${reason}`}`;
  });
  const rest = files.length - lines.length;
  return [
    "Earlier calls changed files that will not be published, because no rule of the policy approves them:",
    ...lines,
    ...(rest === 0 ? [] : [`- and ${rest} more`]),
    "A person may approve them after the run. Undo changes that the task does not need, and name the others at the end.",
  ].join("\n");
}

function withNote(messages: readonly ToolMessage[], note: string | undefined): readonly ToolMessage[] {
  const last = messages.at(-1);
  if (note === undefined || last === undefined) return messages;
  return [...messages.slice(0, -1), { ...last, content: withNotes(last.content, [note]) }];
}
