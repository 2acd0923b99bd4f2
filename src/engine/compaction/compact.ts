/**
 * Compaction: making room in the context before it is full, or when the provider says that it is. Old tool outputs go
 * first; then one model call condenses the earlier messages. Names no tool: what has to survive comes from the turn.
 */

import type { TurnStop } from "../../protocol/outcome.ts";
import type { Turn } from "../../protocol/turn.ts";
import { askForSummary, noSummary } from "./ask-summary.ts";
import { PRUNED_RESULT } from "./compaction-prompt.ts";
import { contextSize, fullAt, surelyHasRoom, type ContextSize } from "./context-size.ts";
import type { Progress } from "../state/progress.ts";
import { findPrunable, isWorthwhile, type Pruning } from "./prune.ts";
import { compacted, divide, type Division } from "./summarise.ts";

/** Compacts before a step when the context is too full for it. Returns the limit that forbids to pay for it, if one does. */
export async function makeRoom(turn: Turn, progress: Progress): Promise<TurnStop | undefined> {
  if (surelyHasRoom(turn) || !turn.budget.hasStep()) return undefined;
  const size = contextSize(turn);
  if (size.tokens < fullAt(turn.model.window)) return undefined;
  const result = await compact(turn, progress, { overflows: 0, size });
  return typeof result === "string" ? undefined : result;
}

export interface CompactOptions {
  /** How often in a row the provider refused this step's request as too large; 0 when nobody refused it. */
  readonly overflows: number;
  readonly size: ContextSize;
  /** Somebody asked for a summary, whether or not there is room; it looks at this first. */
  readonly manual?: { readonly focus?: string | undefined } | undefined;
}

/** Makes room now. `nothing`: there was nothing to remove, and nothing was recorded. */
export async function compact(
  turn: Turn,
  progress: Progress,
  { overflows, size, manual }: CompactOptions,
): Promise<"done" | "nothing" | TurnStop> {
  const { model, context, hooks, emit } = turn;
  const pruning = findPrunable(context.messages, { model, overflows });
  const prunes = isWorthwhile(pruning, model.window);
  const left = Math.max(0, size.tokens - (prunes ? Math.ceil(pruning.gained * size.calibration) : 0));
  // Against a provider's refusal its own estimate proves nothing: a second refusal in a row gets a summary as well.
  const fits = overflows === 0 ? left < fullAt(model.window) : overflows === 1;
  const division = prunes && fits && manual === undefined ? undefined : divide(context.messages, model);
  if (division === undefined && !prunes && (overflows === 0 || pruning.gained === 0)) return "nothing";

  const trigger = manual !== undefined ? "manual" : overflows > 0 ? "overflow" : "full";
  await hooks.tell({ event: "PreCompact", target: trigger, fields: { trigger, token_count: size.tokens } });
  await emit({ type: "compaction.begin", trigger, tokens: size.tokens });
  const pruned = prunes || division === undefined ? await prune(turn, pruning, size) : 0;
  const current = division === undefined || pruned === 0 ? division : (divide(context.messages, model) ?? division);
  const options = { pruned, focus: manual?.focus, isManual: manual !== undefined };
  const stop = await condense(current, turn, progress, options);
  if (stop !== undefined) return stop;
  await hooks.tell({ event: "PostCompact", target: trigger, fields: { trigger } });
  return "done";
}

interface CondenseOptions {
  /** Outputs that went before. */
  readonly pruned: number;
  readonly focus?: string | undefined;
  readonly isManual: boolean;
}

/** Replaces the earlier messages by their summary, and records how the compaction ended. */
async function condense(
  division: Division | undefined,
  turn: Turn,
  progress: Progress,
  { pruned, focus, isManual }: CondenseOptions,
): Promise<TurnStop | undefined> {
  const { emit, model } = turn;
  if (division === undefined) {
    await emit({ type: "compaction.end", pruned, condensed: 0 });
    return undefined;
  }
  const tree = await progress.snapshots.settle(); // its checkpoint is one of those that go
  const options = { step: progress.steps + 1, focus, isForStep: !isManual };
  const answer = await askForSummary(division, turn, options).catch(async (error: unknown) => {
    await emit({ type: "compaction.end", pruned, condensed: 0 }); // what was pruned stays so: only a kill leaves it open
    throw error;
  });
  if ("stop" in answer) {
    await emit({ type: "compaction.end", pruned, condensed: 0 });
    return answer;
  }
  const { summary, usage, costUsd } = answer;
  if (summary.trim() === "") {
    await emit({ type: "compaction.end", pruned, condensed: 0, usage, costUsd });
    throw noSummary(`${model.name} wrote no summary of it`);
  }
  await replaceContext(division, summary, turn);
  await progress.snapshots.moveTo(turn.context.checkpoints - 1, tree);
  await emit({ type: "compaction.end", pruned, condensed: division.earlier.length, usage, costUsd });
  return undefined;
}

/** Returns how many outputs went. The provider's count is corrected by what they held, until it counts anew. */
async function prune({ context }: Turn, pruning: Pruning, { calibration }: ContextSize): Promise<number> {
  const { positions, gainedOfCounted } = pruning;
  await context.prune(positions, PRUNED_RESULT);
  await context.usage(Math.max(0, context.tokens - Math.ceil(gainedOfCounted * calibration)));
  return positions.length;
}

/** The checkpoint comes after the messages, so that going back to it never loses the task or the summary. */
async function replaceContext(division: Division, summary: string, turn: Turn): Promise<void> {
  const { context, model, carryOver, system } = turn;
  const messages = compacted({ ...division, summary, carryOver: await carryOver(), model });
  await context.clear();
  await turn.emit({ type: "context.system", text: system });
  await context.append(...messages);
  await context.checkpoint();
}
