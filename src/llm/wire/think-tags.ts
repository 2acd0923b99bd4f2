/**
 * Reasoning between tags at the beginning of the content, as models write it whose server does not take it apart: MiniMax, and open
 * weights without a reasoning parser. The tags go back as they came. Knows no wire format.
 */

import { extraOf, type AssistantMessage, type ThinkBlock } from "../../protocol/message.ts";
import type { Extra } from "./drafts.ts";

const TAGS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<mm:think>", "</mm:think>"],
];

interface Block {
  readonly write: (delta: string) => void;
  readonly extend: (extra: Extra) => void;
}

/** What is used of an answer in the making. */
interface Answer {
  readonly begin: (type: "think", extra: Extra) => Block;
  readonly say: (type: "text", delta: string) => void;
}

export interface ContentWriter {
  readonly write: (piece: string) => void;
  /** Writes what was held back because it could have been the beginning of a tag. */
  readonly end: () => void;
}

/** Writes content into an answer, as reasoning where it begins with a tag, else as text. */
export function createContentWriter(answer: Answer): ContentWriter {
  let state: "begins" | "thinks" | "speaks" = "begins";
  let held = "";
  let close = "";
  let block: Block | undefined;
  const speak = (text: string): void => {
    state = "speaks";
    held = "";
    answer.say("text", text);
  };
  const begin = (): void => {
    const start = held.trimStart();
    const tag = TAGS.find(([open]) => start.startsWith(open));
    if (tag === undefined) {
      if (!TAGS.some(([open]) => open.startsWith(start))) speak(held);
      return;
    }
    const [open, end] = tag;
    state = "thinks";
    close = end;
    block = answer.begin("think", { open: held.slice(0, held.length - start.length) + open });
    held = start.slice(open.length);
    think();
  };
  const think = (): void => {
    const at = held.indexOf(close);
    if (at === -1) {
      const kept = heldBack(held, close);
      block?.write(held.slice(0, held.length - kept));
      held = held.slice(held.length - kept);
      return;
    }
    block?.write(held.slice(0, at));
    block?.extend({ close });
    speak(held.slice(at + close.length));
  };
  return {
    write: (piece) => {
      if (state === "speaks") return answer.say("text", piece);
      if (piece === "") return;
      held += piece;
      if (state === "begins") begin();
      else think();
    },
    end: () => {
      if (state === "thinks") block?.write(held);
      else if (held !== "") speak(held);
      held = "";
    },
  };
}

/** How many characters at the end could begin the tag. */
function heldBack(text: string, tag: string): number {
  const lengths = Array.from({ length: tag.length - 1 }, (_, at) => tag.length - 1 - at);
  return lengths.find((length) => text.endsWith(tag.slice(0, length))) ?? 0;
}

export function isTagged(block: ThinkBlock): boolean {
  return typeof extraOf(block)["open"] === "string";
}

/** The content of a message with its reasoning between the tags that it came in. */
export function taggedContent({ blocks }: AssistantMessage): string {
  return blocks
    .map((block) => {
      if (block.type === "text") return block.text;
      if (block.type !== "think" || !isTagged(block)) return "";
      const { open, close = "" } = extraOf(block);
      return `${String(open)}${block.text}${String(close)}`;
    })
    .join("");
}
