/** Makes room in the context: removes old tool outputs first, then one model call condenses the earlier messages. */

import type { CompactionName } from "../../protocol/context.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { Turn } from "../../protocol/turn.ts";
import { askForSummary, tooLongError } from "./ask-summary.ts";
import { PRUNED_RESULT } from "./compaction-prompt.ts";
import { contextSize, fullAt, type ContextSize, countedMessages, estimateMessages } from "./context-size.ts";
import type { Progress } from "../state/progress.ts";
import { compacted, divide, type Division } from "./summarise.ts";
import { counted } from "../../base/words.ts";
import type { Message } from "../../protocol/message.ts";
import type { ChatModel } from "../../protocol/model.ts";

/** The ways to make room in a full context. An agent file can name one. A person's `/compact` always makes a summary. */
interface Strategy {
  /** Old tool results are removed first, where that gains enough. */
  readonly prunes: boolean;
  /** What replaces the earlier messages. Left out: they stay. */
  readonly writes?: "summary" | "note" | undefined;
}

const STRATEGIES: Readonly<Record<CompactionName, Strategy>> = {
  summary: { prunes: true, writes: "summary" },
  /** Costs nothing. When no result is left to remove, the provider's refusal ends the run. */
  "drop-results": { prunes: true },
  /** Kilo's sliding window: costs nothing and never fails, but the model must find out again what it knew. */
  "drop-oldest": { prunes: false, writes: "note" },
  /** For agents whose requests must all begin alike. */
  none: { prunes: false },
};

function droppedNote(messages: number): string {
  const dropped = counted(messages, "message was", "messages were");
  return `No summary was made: ${dropped} dropped. Look again at what you need of it.`;
}

/** Compacts before a step if the context is too full. Returns a stop when a limit does not allow the summary. */
export async function makeRoom(turn: Turn, progress: Progress): Promise<TurnStop | undefined> {
  if (!turn.budget.allowsSummary() || contextSize(turn).tokens < fullAt(turn.model.window)) return undefined;
  const result = await compact(turn, progress);
  return typeof result === "string" ? undefined : result;
}

export interface CompactOptions {
  /** How often in a row the provider refused this step's request as too large. */
  readonly overflows?: number | undefined;
  /** `/compact`: a summary is made even if there is room, with `focus` first. */
  readonly manual?: { readonly focus?: string | undefined } | undefined;
}

/** Makes room now. Returns `nothing` when no message could be removed; no event is recorded then. */
export async function compact(
  turn: Turn,
  progress: Progress,
  { overflows = 0, manual }: CompactOptions = {},
): Promise<"done" | "nothing" | TurnStop> {
  const { model, context, hooks, emit } = turn;
  const size = contextSize(turn);
  const strategy = STRATEGIES[manual === undefined ? (turn.room.by ?? "summary") : "summary"];
  const pruning = strategy.prunes ? findPrunable(context.messages, model, overflows) : NO_PRUNING;
  // A changed prefix is only worth a certain gain.
  const prunes = pruning.gained >= Math.min(MIN_GAIN_TOKENS, model.window * MIN_GAIN_SHARE);
  const left = Math.max(0, size.tokens - (prunes ? Math.ceil(pruning.gained * size.calibration) : 0));
  // After a refusal the estimate may be wrong, so that pruning alone is tried only once.
  const fits = overflows === 0 ? left < fullAt(model.window) : overflows === 1;
  const isEnough = prunes && fits && manual === undefined;
  const division = isEnough || strategy.writes === undefined ? undefined : divide(context.messages, model);
  if (division === undefined && !prunes && (overflows === 0 || pruning.gained === 0)) return "nothing";

  const trigger = manual !== undefined ? "manual" : overflows > 0 ? "overflow" : "full";
  const also = manual === undefined ? ["auto"] : manual.focus === undefined ? [] : ["manual-with-prompt"];
  const target = { target: trigger, also };
  await hooks.tell({ event: "PreCompact", ...target, fields: { trigger, token_count: size.tokens } });
  await emit({ type: "compaction.begin", trigger, tokens: size.tokens });
  const pruned = prunes || division === undefined ? await prune(turn, pruning, size) : 0;
  const current = division === undefined || pruned === 0 ? division : (divide(context.messages, model) ?? division);
  const stop = await condense(current, turn, progress, { pruned, manual, writes: strategy.writes });
  if (stop !== undefined) return stop;
  const fields = { trigger, estimated_token_count: contextSize(turn).tokens };
  await hooks.tell({ event: "PostCompact", ...target, fields });
  return "done";
}

/** Replaces the earlier messages by their summary or a note, and records how the compaction ended. `pruned`: tool outputs pruned before. */
async function condense(
  division: Division | undefined,
  turn: Turn,
  progress: Progress,
  { pruned, manual, writes }: Pick<CompactOptions, "manual"> & Pick<Strategy, "writes"> & { readonly pruned: number },
): Promise<TurnStop | undefined> {
  const { emit, model } = turn;
  if (division === undefined) {
    await emit({ type: "compaction.end", pruned, condensed: 0 });
    return undefined;
  }
  const tree = await progress.snapshots.settle(); // its checkpoint is about to be removed
  const condensed = division.earlier.length;
  const options = { step: progress.steps + 1, focus: manual?.focus, isForStep: manual === undefined };
  const answer =
    writes === "note"
      ? { summary: droppedNote(condensed) }
      : await askForSummary(division, turn, options).catch(async (error: unknown) => {
          await emit({ type: "compaction.end", pruned, condensed: 0 }); // pruned outputs stay removed; only a kill leaves the compaction open
          throw error;
        });
  if ("stop" in answer) {
    await emit({ type: "compaction.end", pruned, condensed: 0 });
    return answer;
  }
  const { summary, ...charge } = answer;
  if (summary.trim() === "") {
    await emit({ type: "compaction.end", pruned, condensed: 0, ...charge });
    throw tooLongError(`${model.name} wrote no summary of it`);
  }
  await replaceContext(division, summary, turn);
  await progress.snapshots.moveTo(turn.context.checkpoints - 1, tree);
  await emit({ type: "compaction.end", pruned, condensed, ...charge });
  return undefined;
}

/** Removes tool outputs and returns their number. An estimate corrects the provider's token count until its next count. */
async function prune({ context }: Turn, pruning: Pruning, { calibration }: ContextSize): Promise<number> {
  const { positions, gainedOfCounted } = pruning;
  await context.prune(positions, PRUNED_RESULT);
  await context.usage(Math.max(0, context.tokens - Math.ceil(gainedOfCounted * calibration)));
  return positions.length;
}

/** Replaces the context. The checkpoint comes after the messages, so that going back to it keeps the task and the summary. */
async function replaceContext(division: Division, summary: string, turn: Turn): Promise<void> {
  const { context, model, room, system } = turn;
  const messages = compacted({ ...division, summary, carryOver: await room.carryOver(), model });
  await context.clear();
  await turn.emit({ type: "context.system", text: system });
  await context.append(...messages);
  await context.checkpoint();
}

/** Newest outputs that stay, because the model works with them. Kilo's number. */
const PROTECTED_TOKENS = 40_000;
/** Their largest share of the window. Without it, a small window would be protected as a whole. */
const MAX_PROTECTED_SHARE = 0.25;
/** The least gain of pruning, which invalidates the provider's cache for the whole context. Kilo's number. */
const MIN_GAIN_TOKENS = 20_000;
/** The least gain as a share of a small window. */
const MIN_GAIN_SHARE = 0.1;

interface Pruning {
  /** Positions of the tool messages that can be removed, ascending. */
  readonly positions: readonly number[];
  /** Estimated tokens that pruning frees, uncalibrated. */
  readonly gained: number;
  /** The part of `gained` that the provider has counted. */
  readonly gainedOfCounted: number;
}

const NO_PRUNING: Pruning = { positions: [], gained: 0, gainedOfCounted: 0 };

/** Chooses the outputs to prune. Results that the model has not seen stay until the provider refuses the request; each refusal protects fewer. */
function findPrunable(messages: readonly Message[], model: ChatModel, overflows: number): Pruning {
  const counted = countedMessages(messages);
  const end = overflows > 0 ? messages.length : counted;
  const room = Math.min(PROTECTED_TOKENS, model.window * MAX_PROTECTED_SHARE) / Math.max(1, 2 ** (overflows - 1));
  const positions: number[] = [];
  let newest = 0;
  let gained = 0;
  let gainedOfCounted = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message?.role !== "tool") continue;
    const tokens = estimateMessages(model, [message]);
    newest += tokens;
    if (newest <= room || at >= end || message.content.length <= PRUNED_RESULT.length) continue;
    const gain = Math.max(0, tokens - estimateMessages(model, [{ ...message, content: PRUNED_RESULT }]));
    positions.push(at);
    gained += gain;
    if (at < counted) gainedOfCounted += gain;
  }
  return { positions: positions.toReversed(), gained, gainedOfCounted };
}
