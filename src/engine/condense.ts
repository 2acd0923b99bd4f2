/** A compaction that the model asks for. It is refused while there is much room, and is done after the results of its step. */

import type { ToolResult } from "../protocol/tool.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { compact } from "./compaction/compact.ts";
import { contextSize } from "./compaction/context-size.ts";
import type { Progress } from "./state/progress.ts";

/** Below this share of the window, a summary costs more than it saves. */
const MIN_SHARE = 0.3;

/** The result of a call that asks for a compaction, or the error result that refuses it. */
export function refuseCondense(result: ToolResult, turn: Turn): ToolResult {
  if (result.condense === undefined) return result;
  const share = contextSize(turn).tokens / turn.model.window;
  if (share >= MIN_SHARE) return result;
  const percent = `${Math.round(share * 100)} %`;
  const text = `Error: not condensed: ${percent} of the context is used, and it is worth it from ${MIN_SHARE * 100} % on. Go on.`;
  return { text, isError: true };
}

/** Condenses the context; the summary preserves `focus` above all. Returns a stop when a limit does not allow the summary. */
export async function condenseNow(focus: string, turn: Turn, progress: Progress): Promise<TurnStop | undefined> {
  if (!turn.budget.allowsSummary()) return undefined;
  const done = await compact(turn, progress, { manual: { focus } });
  return typeof done === "string" ? undefined : done;
}
