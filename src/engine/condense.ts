/** A compaction that the model asks for: refused while there is much room, and done when the results of its step are in the context. */

import type { ToolResult } from "../protocol/tool.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { compact } from "./compaction/compact.ts";
import { contextSize } from "./compaction/context-size.ts";
import type { Progress } from "./state/progress.ts";

/** Below this part of the window a summary costs more than it saves. */
const MIN_SHARE = 0.3;

/** The result of a call that asks for a compaction, or why there is none. */
export function refuseCondense(result: ToolResult, turn: Turn): ToolResult {
  if (result.condense === undefined) return result;
  const share = contextSize(turn).tokens / turn.model.window;
  if (share >= MIN_SHARE) return result;
  const percent = `${Math.round(share * 100)} %`;
  const text = `Error: not condensed: ${percent} of the context is used, and it is worth it from ${MIN_SHARE * 100} % on. Go on.`;
  return { text, isError: true };
}

/** Condenses with the model's words as what matters. Returns a stop when a limit forbids to pay for it. */
export async function condenseNow(focus: string, turn: Turn, progress: Progress): Promise<TurnStop | undefined> {
  if (!turn.budget.hasSteps(2)) return undefined; // the summary and its step
  const done = await compact(turn, progress, { overflows: 0, size: contextSize(turn), manual: { focus } });
  return typeof done === "string" ? undefined : done;
}
