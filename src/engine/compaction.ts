/**
 * Compaction: making room in the context before it is full, or when the provider says that it is. Old tool outputs go
 * first; then one model call condenses the earlier messages. Names no tool: what has to survive comes from the turn.
 */

import { RunnerError } from "../protocol/error.ts";
import { textOf } from "../protocol/message.ts";
import type { TokenUsage } from "../protocol/model.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import type { Budget } from "./budget.ts";
import { PRUNED_RESULT } from "./compaction-prompt.ts";
import { contextSize, fullAt, surelyHasRoom, type ContextSize } from "./context-size.ts";
import { findPrunable, isWorthwhile, type Pruning } from "./prune.ts";
import { estimateForLimits } from "./request.ts";
import type { Snapshots } from "./snapshots.ts";
import { compacted, divide, SUMMARY_SHARES, summaryRequest, type Division } from "./summary.ts";

/** What a compaction needs of the turn's state. */
export interface CompactionState {
  readonly budget: Budget;
  readonly snapshots: Snapshots;
}

/** Compacts before a step when the context is too full for it. Returns the limit that forbids to pay for it, if one does. */
export async function makeRoom(turn: Turn, state: CompactionState, step: number): Promise<TurnStop | undefined> {
  if (surelyHasRoom(turn) || !state.budget.hasStep()) return undefined;
  const size = contextSize(turn);
  if (size.tokens < fullAt(turn.model.window)) return undefined;
  const result = await compact(turn, state, { step, overflows: 0, size });
  return typeof result === "string" ? undefined : result;
}

export interface CompactOptions {
  /** The step it is for. */
  readonly step: number;
  /** How often in a row the provider refused this step's request as too large; 0 when nobody refused it. */
  readonly overflows: number;
  readonly size: ContextSize;
}

/** Makes room now. `nothing`: there was nothing to remove, and nothing was recorded. */
export async function compact(
  turn: Turn,
  state: CompactionState,
  { step, overflows, size }: CompactOptions,
): Promise<"done" | "nothing" | TurnStop> {
  const { model, context } = turn;
  const pruning = findPrunable(context.messages, { model, overflows });
  const prunes = isWorthwhile(pruning, model.window);
  const left = Math.max(0, size.tokens - (prunes ? Math.ceil(pruning.gained * size.calibration) : 0));
  // Against a provider's refusal its own estimate proves nothing: a second refusal in a row gets a summary as well.
  const enough = prunes && (overflows === 0 ? left < fullAt(model.window) : overflows === 1);
  const division = enough ? undefined : divide(context.messages);
  if (!prunes && division === undefined && (overflows === 0 || pruning.gained === 0)) return "nothing";

  await turn.emit({ type: "compaction.begin", trigger: overflows > 0 ? "overflow" : "full", tokens: size.tokens });
  const pruned = prunes || division === undefined ? await prune(turn, pruning, size) : 0;
  if (division === undefined) {
    await turn.emit({ type: "compaction.end", pruned, condensed: 0 });
    return "done";
  }
  const current = pruned === 0 ? division : (divide(context.messages) ?? division);
  const tree = await state.snapshots.settle(); // its checkpoint is one of those that go
  const answer = await summarise(current, turn, { budget: state.budget, step, shares: SUMMARY_SHARES });
  if ("stop" in answer) {
    await turn.emit({ type: "compaction.end", pruned, condensed: 0 });
    return answer;
  }
  const { summary, usage, costUsd } = answer;
  if (summary.trim() === "") {
    await turn.emit({ type: "compaction.end", pruned, condensed: 0, usage, costUsd });
    throw noSummary(model.name);
  }
  await replaceContext(current, summary, turn);
  await turn.emit({ type: "workspace.snapshot", checkpoint: context.checkpoints - 1, tree });
  await turn.emit({ type: "compaction.end", pruned, condensed: current.earlier.length, usage, costUsd });
  return "done";
}

/** Returns how many outputs went. The provider's count is corrected by what they held, until it counts anew. */
async function prune({ context }: Turn, pruning: Pruning, { calibration }: ContextSize): Promise<number> {
  const { positions, gainedOfCounted } = pruning;
  await context.prune(positions, PRUNED_RESULT);
  await context.usage(Math.max(0, context.tokens - Math.ceil(gainedOfCounted * calibration)));
  return positions.length;
}

interface SummaryOptions {
  readonly budget: Budget;
  readonly step: number;
  /** Shares of the record still to be tried, largest first. */
  readonly shares: readonly number[];
}

interface Summary {
  readonly summary: string;
  readonly usage: TokenUsage;
  readonly costUsd: number | undefined;
}

/** One call without tools. An overflow of this request shows less of the record; any other error stands. */
async function summarise(
  division: Division,
  turn: Turn,
  { budget, step, shares }: SummaryOptions,
): Promise<Summary | TurnStop> {
  const [share = 1, ...smaller] = shares;
  const request = summaryRequest(division.earlier, share, turn.identity.sessionId);
  const estimate = estimateForLimits(turn, request);
  const reserved = budget.reserveMore(estimate);
  if ("stop" in reserved) return reserved;
  try {
    const { message, usage } = await turn.model.chat(
      { ...request, ...reserved },
      { signal: turn.signal, onRetry: (notice) => turn.emit({ type: "step.retry", step, ...notice }) },
    );
    const costUsd = budget.settle(usage, estimate);
    return { summary: textOf(message), usage, costUsd };
  } catch (error) {
    if (!isOverflow(error) || smaller.length === 0) throw error;
    return summarise(division, turn, { budget, step, shares: smaller });
  }
}

function noSummary(model: string): RunnerError {
  return new RunnerError({
    code: "provider.unavailable",
    message: `The conversation is too long to go on, and ${model} wrote no summary of it.`,
    hint: "Run the job again, or choose a model with a larger window.",
  });
}

/** Whether a model call failed because its request was too large. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RunnerError && error.code === "provider.overflow";
}

/** The checkpoint comes after the messages, so that going back to it never loses the task or the summary. */
async function replaceContext(division: Division, summary: string, turn: Turn): Promise<void> {
  const { context, model, carryOver, system } = turn;
  const messages = compacted({ ...division, summary, carryOver: carryOver(), model });
  await context.clear();
  await turn.emit({ type: "context.system", text: system });
  await context.append(...messages);
  await context.checkpoint();
}
