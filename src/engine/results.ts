/** Bounds the results of tools. The model reads a text that is never empty; the whole of a long text becomes a blob. */

import { headTail } from "../base/truncate.ts";
import { MAX_KEPT_CALLS } from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool.ts";
import type { BlobStore } from "../protocol/turn.ts";

/** About 12,500 tokens. Longer results would bury the task; the bundle has the whole text. */
const MAX_RESULT_CHARS = 50_000;

export interface BoundedResult extends Omit<ToolResult, "whole"> {
  /** Name of the blob with the whole text, when the result was cut. */
  readonly blob?: string;
}

/** Cuts a result to 50,000 characters of its head and tail, and stores the whole text in `blobs`. */
export async function boundResult({ whole, ...result }: ToolResult, blobs: BlobStore): Promise<BoundedResult> {
  const { text } = result;
  if (text.trim() === "") return { ...result, text: "(no output)" };
  if (whole !== undefined) return { ...result, blob: await blobs.put(whole) };
  if (text.length <= MAX_RESULT_CHARS) return result;
  const note = (dropped: number): string => `[${dropped} characters left out here; narrow the call to see them]`;
  return { ...result, text: headTail(text, MAX_RESULT_CHARS, note), blob: await blobs.put(text) };
}

/** Most calls of one message that are run. No honest message has more. */
export const MAX_RUN_CALLS = 50;

/** The result of a call beyond that limit. */
export function tooManyCalls(calls: number): ToolResult {
  const made = calls >= MAX_KEPT_CALLS ? `${calls} calls or more` : `${calls} calls`;
  const text = `Error: not run. You made ${made} in one message; at most ${MAX_RUN_CALLS} are run. Send fewer.`;
  return { text, isError: true, isMistake: true };
}
