/** Reads reasoning between tags at the start of the content. The first tag may be missing; the tags go back. */

import { extraOf, type AssistantMessage, type ThinkBlock } from "../../protocol/message.ts";
import type { Extra, OpenBlock } from "./drafts.ts";

const TAGS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<mm:think>", "</mm:think>"],
  ["<thought>", "</thought>"], // Gemini's Chat Completions
  ["<seed:think>", "</seed:think>"],
  ["[THINK]", "[/THINK]"], // Mistral's open weights
  ["◁think▷", "◁/think▷"], // Kimi's
];

/** After more text than any model reasons, an end tag is ordinary text. */
const MAX_THOUGHT_CHARS = 1_000_000;
/** Most characters of white space before a tag. */
const MAX_BLANK_CHARS = 1_000;
/** Most pieces with an end tag that are examined, and most end tags in each. Each one needs a search through all text so far. */
const MAX_END_TAGS = 20;

/** The part of an answer that is used here. */
interface Answer {
  readonly begin: (type: "think", extra: Extra) => OpenBlock;
  readonly say: (type: "text", delta: string) => void;
  readonly thought: () => string;
  readonly turnIntoThought: (extra: Extra) => boolean;
}

/** Creates a writer of content. It writes text between tags, and text before a lone end tag, as reasoning, and other text as text. */
export function createContentWriter(answer: Answer) {
  let state: "begins" | "thinks" | "may close" | "speaks" = "begins";
  let held = "";
  let tag: readonly [open: string, close: string] = ["", ""];
  let block: OpenBlock | undefined;
  /** Reasoning without a block, because it may repeat that of a field. */
  let thought = "";
  /** Text so far, while an end tag could still turn it into reasoning. */
  let said = "";
  let ends = 0;

  const begin = (): void => {
    const start = held.trimStart();
    const found = TAGS.find(([open]) => start.startsWith(open));
    if (found === undefined) {
      if (held.length > MAX_BLANK_CHARS || !TAGS.some(([open]) => open.startsWith(start))) speak();
      return;
    }
    state = "thinks";
    tag = [held.slice(0, held.length - start.length) + found[0], found[1]];
    held = start.slice(found[0].length);
    // MiniMax M3 sends its reasoning in a field too. The text between the tags is then kept only if it is different.
    if (answer.thought() === "") block = answer.begin("think", { open: tag[0] });
    think();
  };
  const think = (): void => {
    const [, close] = tag;
    const at = held.indexOf(close);
    takeThought(at === -1 ? held.length - heldBack(held, close) : at);
    if (at === -1) return;
    held = held.slice(close.length);
    endThought({ close });
    state = "speaks";
    flush();
  };
  /** Takes characters from the beginning of the held text as reasoning. */
  const takeThought = (length: number): void => {
    if (block === undefined) thought += held.slice(0, length);
    else block.write(held.slice(0, length));
    held = held.slice(length);
  };
  const endThought = (extra: Extra): void => {
    if (block === undefined) {
      if (answer.thought().includes(thought.trim())) return;
      block = answer.begin("think", { open: tag[0] });
      block.write(thought);
    }
    block.extend(extra);
  };
  const speak = (): void => {
    state = "may close";
    const found = loneEndIn(said, held);
    if (TAGS.some(([, close]) => held.includes(close))) ends += 1;
    if (found === undefined && (said.length > MAX_THOUGHT_CHARS || ends > MAX_END_TAGS)) {
      state = "speaks";
      flush();
      return;
    }
    if (found === undefined) {
      const kept = Math.max(...TAGS.map(([, close]) => heldBack(held, close)));
      said += held.slice(0, held.length - kept);
      answer.say("text", held.slice(0, held.length - kept));
      held = held.slice(held.length - kept);
      return;
    }
    const { at, close } = found;
    state = "speaks";
    answer.say("text", held.slice(0, at));
    const isTurned = answer.turnIntoThought({ open: "", close });
    held = held.slice(isTurned ? at + close.length : at);
    flush();
  };
  const flush = (): void => {
    if (held !== "") answer.say("text", held);
    held = "";
  };
  return {
    write: (piece: string): void => {
      if (state === "speaks") return answer.say("text", piece);
      if (piece === "") return;
      held += piece;
      if (state === "begins") begin();
      else if (state === "thinks") think();
      else speak();
    },
    /** Writes text that was held back because it could have been the beginning of a tag. */
    end: (): void => {
      if (state === "thinks") {
        takeThought(held.length);
        endThought({});
      } else flush();
      if (state === "may close") state = "speaks";
    },
  };
}

/** The first end tag in `text` without a start tag before it. A tag in quotes or in code is ordinary text. */
function loneEndIn(before: string, text: string): { readonly at: number; readonly close: string } | undefined {
  const ends = TAGS.flatMap(([open, close]) => {
    for (let at = text.indexOf(close), tags = 0; at !== -1; at = text.indexOf(close, at + 1)) {
      tags += 1;
      if (tags > MAX_END_TAGS) return [];
      const said = before + text.slice(0, at);
      if (said.includes(open)) return [];
      if (!/[`'"]$/.test(said) && said.split("```").length % 2 === 1) return [{ at, close }];
    }
    return [];
  });
  return ends.toSorted((a, b) => a.at - b.at)[0];
}

/** The number of characters at the end of a text that could be the beginning of the tag. */
function heldBack(text: string, tag: string): number {
  const lengths = Array.from({ length: tag.length - 1 }, (_, at) => tag.length - 1 - at);
  return lengths.find((length) => text.endsWith(tag.slice(0, length))) ?? 0;
}

export function isTagged(block: ThinkBlock): boolean {
  return typeof extraOf(block)["open"] === "string";
}

/** The content of a message, with its reasoning between the tags with which it came. */
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
