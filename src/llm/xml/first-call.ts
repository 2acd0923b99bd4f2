/** Stops an answer after the first whole call in its text: what follows is not carried out and need not be paid. */

import type { AnswerPart, AssistantMessage } from "../../protocol/message.ts";
import type { Tools } from "./leaked-calls.ts";
import { readXmlAnswer } from "./parser.ts";
import { MAX_NAME_CHARS, namesTool, startTagOutsideCode } from "./tags.ts";

/** Time after a whole call in which the answer may end by itself, with the provider's own token counts. */
const SETTLE_MS = 2_000;

export type FirstCall = ReturnType<typeof watchFirstCall>;

export function watchFirstCall(tools: Tools) {
  const controller = new AbortController();
  const end = (): void => controller.abort(new DOMException("The answer holds a whole call.", "AbortError"));
  const blocks = new Map<number, { readonly type: "text" | "think"; text: string }>();
  let text = "";
  /** The end of the text: reading all of it again with each piece would take time that grows with its square. */
  let recent = "";
  let callEnd: number | undefined;
  let settling: NodeJS.Timeout | undefined;
  const hasMore = (): boolean => callEnd !== undefined && text.slice(callEnd).trim() !== "";
  return {
    take: ({ block, type, text: more }: AnswerPart): void => {
      if (type === "call") return; // a native call, after which the text does not count
      const known = blocks.get(block) ?? { type, text: "" };
      known.text += more;
      blocks.set(block, known);
      if (type !== "text" || hasMore()) return;
      text += more;
      recent = recent.slice(-MAX_NAME_CHARS - 1) + more;
      if (callEnd === undefined && namesTool(recent, tools)) {
        callEnd = endOfFirstCall(text, tools);
        if (callEnd !== undefined) settling = setTimeout(end, SETTLE_MS);
      }
      if (hasMore()) end();
    },
    /** Aborts when the rest of the answer is not wanted. */
    signal: controller.signal,
    /** Number of characters up to the end of the call; undefined unless the model wrote more after it. */
    endedAt: () => (hasMore() ? callEnd : undefined),
    message: (): AssistantMessage => ({ role: "assistant", blocks: [...blocks.values()] }),
    close: () => clearTimeout(settling),
  };
}

/** The end of the first call, if no text after it could change it; otherwise undefined. */
function endOfFirstCall(text: string, tools: Tools): number | undefined {
  const start = startTagOutsideCode(text, 0, (name) => tools.has(name));
  if (start === undefined) return undefined;
  const [, name = ""] = /^<([\w.:-]+)>/.exec(text.slice(start)) ?? [];
  // A backtick before the call may begin code, if another one follows.
  const line = text.slice(text.lastIndexOf("\n", start) + 1, start);
  if (line.includes("`") || !text.includes(`</${name}>`, start)) return undefined;
  const { call, kept, end } = readXmlAnswer(text, { tools, isCut: true });
  return call === undefined || kept !== start ? undefined : end;
}
