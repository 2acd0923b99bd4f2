/** The text that the model reads of a tool's result: bounded and never empty. The whole text becomes a blob. */

import { headTail } from "../base/truncate.ts";
import type { ToolResult } from "../protocol/tool.ts";
import type { BlobStore } from "../protocol/turn.ts";

/** About 12,500 tokens. Longer results bury the task; the bundle has the whole text. */
const MAX_RESULT_CHARS = 50_000;

export interface BoundedResult extends ToolResult {
  /** Name of the blob with the whole text, when the result was cut. */
  readonly blob?: string;
}

/** Cuts a result to 50,000 characters of its head and tail, and stores the whole text in `blobs`. */
export async function boundResult(result: ToolResult, blobs: BlobStore): Promise<BoundedResult> {
  const { text } = result;
  if (text.trim() === "") return { ...result, text: "(no output)" };
  if (text.length <= MAX_RESULT_CHARS) return result;
  const note = (dropped: number): string => `[${dropped} characters left out here; narrow the call to see them]`;
  return { ...result, text: headTail(text, MAX_RESULT_CHARS, note), blob: await blobs.put(text) };
}
