/** From a tool's result to the text the model reads: bounded, never empty, the whole kept as a blob. */

import { headTail } from "../base/truncate.ts";
import type { ToolResult } from "../protocol/tool.ts";
import type { BlobStore } from "../protocol/turn.ts";

/** About 12,500 tokens. Longer results bury the task; the whole stays in the bundle. */
const MAX_RESULT_CHARS = 50_000;

export interface BoundedResult extends ToolResult {
  /** Name of the blob that holds the whole text, when it was cut. */
  readonly blob?: string;
}

/** Cuts a result to 50,000 characters, head and tail kept; the whole goes to `blobs`. */
export async function boundResult(result: ToolResult, blobs: BlobStore): Promise<BoundedResult> {
  const { text } = result;
  if (text.trim() === "") return { ...result, text: "(no output)" };
  if (text.length <= MAX_RESULT_CHARS) return result;
  const note = (dropped: number): string => `[${dropped} characters left out here; narrow the call to see them]`;
  return { ...result, text: headTail(text, MAX_RESULT_CHARS, note), blob: await blobs.put(text) };
}
