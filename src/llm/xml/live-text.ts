/**
 * An answer with a call in its text, while it streams: its words up to where a call may begin, and the call's name once a parameter
 * follows it. The values are in the whole message only.
 */

import type { AnswerPart } from "../../protocol/message.ts";
import type { JsonSchema } from "../../protocol/model.ts";
import { startTagOutsideCode } from "./code.ts";
import { propertiesOf } from "./values.ts";

export interface LiveTextOptions {
  readonly tools: ReadonlyMap<string, JsonSchema>;
  readonly callId: string;
}

/** The end of a text that may be the beginning of a tag, with the blanks before it, which a message does not keep. */
const OPEN_END = /\s*(?:<[\w.:-]{0,128})?$/;

/** Returns a function that passes on what `emit` may know of each part. */
export function createLiveText(
  emit: (part: AnswerPart) => void,
  { tools, callId }: LiveTextOptions,
): (part: AnswerPart) => void {
  let text = "";
  let shown = 0;
  let block = -1;
  let isOver = false;
  const show = (end: number): void => {
    if (end <= shown) return;
    emit({ block, type: "text", text: text.slice(shown, end) });
    shown = end;
  };
  const follow = (): void => {
    const start = text.includes("<", shown) ? startTagOutsideCode(text, 0, (name) => tools.has(name)) : undefined;
    if (start === undefined) return show(text.length - (OPEN_END.exec(text)?.[0].length ?? 0));
    show(text.slice(0, start).trimEnd().length);
    const [, name = "", behind = ""] = /^<([\w.:-]+)>([^]*)/.exec(text.slice(start)) ?? [];
    if (/^\s*(?:<[\w.:-]{0,128})?$/.test(behind)) return;
    isOver = true; // a call, or a text that mentions one, which the whole message will tell
    const [, parameter = ""] = /^\s*<([\w.:-]+)>/.exec(behind) ?? [];
    if (!Object.hasOwn(propertiesOf(tools.get(name) ?? {}), parameter)) return;
    emit({ block: block + 1, type: "call", text: "", call: { id: callId, name } });
  };
  return (part) => {
    if (isOver) return;
    if (part.block !== block && text.slice(shown).trim() === "") show(text.length);
    block = part.block;
    if (part.type !== "text") return emit(part);
    text += part.text;
    follow();
  };
}
