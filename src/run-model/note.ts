/** A note: what the runner says about one event, for every reader. meanings.ts makes them. */

import { oneLine } from "../base/truncate.ts";
import { counted, money } from "../base/words.ts";
import { totalTokens, type Charge } from "../protocol/model.ts";
import type { HeldCall } from "../protocol/wire.ts";
import { code, sentence, strong, type Words } from "./words.ts";

/** What the runner says about an event. */
export interface Note {
  /** The console's sign for it. */
  readonly mark: string;
  readonly words: Words;
  /** What the console prints in their place, while it happens. */
  readonly live?: Words | undefined;
  /** `record`: the transcript and the page. Left out: these and the console. */
  readonly only?: "console" | "record" | undefined;
  readonly tone?: "bad" | "waits" | undefined;
  /** How the transcript sets it: a quotation if left out; a number is the level of a heading. */
  readonly look?: "small" | "plain" | "break" | 2 | 3;
  /** What the transcript and the page show below it. */
  readonly parts?: readonly NotePart[];
}

interface NotePart {
  readonly words?: Words;
  readonly look?: "small";
  /** A foreign text. */
  readonly text?: string | undefined;
  readonly language?: string;
  /** The transcript has the text in another place. */
  readonly isElsewhere?: true;
}

export function note(mark: string, words: Words, more: Omit<Note, "mark" | "words"> = {}): Note {
  return { mark, words, ...more };
}

/** A note of which nothing is printed while the run goes on. */
export function recorded(words: Words, more: Omit<Note, "mark" | "words" | "only"> = {}): Note {
  return { mark: "", words, only: "record", ...more };
}

export const ASKED_BY_TOOL = { apply: "Edit brought into its file", embed: "Places of the code compared" } as const;

/** What was paid for, by the reason for which an attempt was wasted. */
export const WASTED = {
  failed: "an attempt without an answer",
  aborted: "an attempt that was aborted",
  cut: "a summary that was cut off",
} as const;

export const PAST = { approve: "approved", reject: "rejected", defer: "held" } as const;

export function heldPart({ digest, summary, rule, reason, near, preview, capabilities }: HeldCall): NotePart {
  const why = [reason === undefined ? "" : `: ${reason}`, near === undefined ? "" : `; ${near}`].join("");
  return {
    words: sentence`- ${code(digest.slice(0, 12))} ${strong(oneLine(summary, 160))} — held by ${code(rule)}${why}`,
    text: preview,
    language: capabilities.some(({ kind }) => kind === "write") ? "diff" : "",
  };
}

/** `1,234 tokens, $0.0012`. */
export function paid({ usage, costUsd }: Charge): string {
  return `${counted(totalTokens(usage), "token")}${costWords({ costUsd })}`;
}

/** `, $0.0012`; empty where the price is not known. */
export function costWords({ costUsd }: Pick<Charge, "costUsd">): string {
  return costUsd === undefined ? "" : `, ${money(costUsd)}`;
}

export function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}
