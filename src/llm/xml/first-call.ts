/**
 * Watches an answer with calls in its text while it streams, for its first whole call. Only that one is carried out, so that
 * what a model writes behind it, often a result that it made up, need not be waited for or paid (Kilo ends the stream there, too).
 */

import type { AnswerPart, AssistantMessage } from "../../protocol/message.ts";
import type { JsonSchema } from "../../protocol/model.ts";
import { startTagOutsideCode } from "./code.ts";
import { readXmlAnswer } from "./parser.ts";

/** Time behind a whole call in which the answer may end by itself, with the provider's own count of its tokens. */
const SETTLE_MS = 2_000;

export interface FirstCall {
  readonly take: (part: AnswerPart) => void;
  /** Aborts when nothing more of the answer is wanted. */
  readonly signal: AbortSignal;
  /** Characters of the text up to the end of the call, where more was written behind it; undefined otherwise. */
  readonly endedAt: () => number | undefined;
  readonly message: () => AssistantMessage;
  readonly close: () => void;
}

/** Watches one attempt. */
export function watchFirstCall(tools: ReadonlyMap<string, JsonSchema>): FirstCall {
  const controller = new AbortController();
  const end = (): void => controller.abort(new DOMException("The answer holds a whole call.", "AbortError"));
  const blocks = new Map<number, { readonly type: "text" | "think"; text: string }>();
  let text = "";
  let callEnd: number | undefined;
  let settling: NodeJS.Timeout | undefined;
  const hasMore = (): boolean => callEnd !== undefined && text.slice(callEnd).trim() !== "";
  return {
    take: ({ block, type, text: more }) => {
      if (type === "call") return; // of the provider's own form: the text counts no more
      const known = blocks.get(block) ?? { type, text: "" };
      known.text += more;
      blocks.set(block, known);
      if (type !== "text" || hasMore()) return;
      text += more;
      if (callEnd === undefined && more.includes(">")) {
        callEnd = endOfFirstCall(text, tools);
        if (callEnd !== undefined) settling = setTimeout(end, SETTLE_MS);
      }
      if (hasMore()) end();
    },
    signal: controller.signal,
    endedAt: () => (hasMore() ? callEnd : undefined),
    message: () => ({ role: "assistant", blocks: [...blocks.values()] }),
    close: () => clearTimeout(settling),
  };
}

/** Where the first call certainly ends, with any text behind it; undefined where that is not certain. */
function endOfFirstCall(text: string, tools: ReadonlyMap<string, JsonSchema>): number | undefined {
  const start = startTagOutsideCode(text, 0, (name) => tools.has(name));
  if (start === undefined) return undefined;
  const [, name = ""] = /^<([\w.:-]+)>/.exec(text.slice(start)) ?? [];
  // A backtick before the call may make code of it, when another one follows.
  const line = text.slice(text.lastIndexOf("\n", start) + 1, start);
  if (line.includes("`") || !text.includes(`</${name}>`, start)) return undefined;
  const { call, kept, end } = readXmlAnswer(text, { tools, isCut: true });
  return call === undefined || kept !== start ? undefined : end;
}
