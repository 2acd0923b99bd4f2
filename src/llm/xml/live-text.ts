/** Shows an answer while it streams: the text before a call, and the call's name when a parameter follows it. */

import type { AnswerPart } from "../../protocol/message.ts";
import type { Tools } from "./leaked-calls.ts";
import { propertiesOf } from "./values.ts";
import { MAX_NAME_CHARS, namesTool, startTagOutsideCode } from "./tags.ts";

/** The end of a text that may be the beginning of a tag. */
const OPEN_TAG = new RegExp(String.raw`^<[\w.:-]{0,${MAX_NAME_CHARS}}$`);

/** Length of a text without an open tag at its end, and without the white space before that, which the message will not contain. */
function certainLength(text: string): number {
  const open = text.lastIndexOf("<");
  const isOpen = open !== -1 && OPEN_TAG.test(text.slice(open));
  return (isOpen ? text.slice(0, open) : text).trimEnd().length;
}

/** Creates a function that takes parts of the raw answer and emits the parts to show. */
export function createLiveText(
  emit: (part: AnswerPart) => void,
  { tools, callId }: { readonly tools: Tools; readonly callId: string },
): (part: AnswerPart) => void {
  let text = "";
  /** The end of the text that is not shown yet. With most pieces only this is read. */
  let rest = "";
  let block = -1;
  let isOver = false;
  const show = (length: number): void => {
    if (length <= 0) return;
    emit({ block, type: "text", text: rest.slice(0, length) });
    rest = rest.slice(length);
  };
  const follow = (): void => {
    const start = namesTool(rest, tools) ? startTagOutsideCode(text, 0, (name) => tools.has(name)) : undefined;
    if (start === undefined) return show(certainLength(rest));
    show(text.slice(0, start).trimEnd().length - (text.length - rest.length));
    const [, name = "", behind = ""] = /^<([\w.:-]+)>([^]*)/.exec(text.slice(start)) ?? [];
    if (behind.trim() === "" || OPEN_TAG.test(behind.trimStart())) return;
    isOver = true; // a call, or a text that mentions one; the whole message will show which
    const [, parameter = ""] = /^\s*<([\w.:-]+)>/.exec(behind) ?? [];
    if (!Object.hasOwn(propertiesOf(tools.get(name) ?? {}), parameter)) return;
    emit({ block: block + 1, type: "call", text: "", call: { id: callId, name } });
  };
  return (part) => {
    if (isOver) return;
    if (part.block !== block && rest.trim() === "") show(rest.length);
    block = part.block;
    if (part.type !== "text") return emit(part);
    text += part.text;
    rest += part.text;
    follow();
  };
}
