/** How long an answer may become: twice its cap, which several servers ignore or apply without reasoning. */

import { estimateTokenCount } from "tokenx";

/** How far estimates are above the real count at most: 1.8 for Chinese and identifiers, 2 for a bracket per line. */
const MOST_ABOVE = 2;
const SHORT_TOKENS = 32;
/** Characters between two estimates, which take 0.1 ms for so many. They are a hundred tokens. */
const STRIDE_CHARS = 512;
/** Tokens of a ruler or a row of spaces have up to 64 characters, which estimates do not know. */
const ROW = /([^\p{L}\p{N}])\1{15,}/gu;
const ROW_TOKEN_CHARS = 64;
/** Bytes of an answer that is not streamed: its envelope with an echo of the tools, and each token with every character escaped. */
const ENVELOPE_BYTES = 512_000;
const BYTES_PER_TOKEN = 24;

/** The tokens at which an answer is stopped. */
export function mostTokens(maxTokens: number): number {
  return MOST_ABOVE * maxTokens;
}

/** The bytes at which an answer that is not streamed is stopped. */
export function mostBytes(maxTokens: number): number {
  return ENVELOPE_BYTES + BYTES_PER_TOKEN * maxTokens;
}

/** The least tokens that a text can have. A server that counts fewer is not believed. Estimates of short texts are off by more. */
export function fewestTokens(text: string): number {
  return Math.floor(estimate(text) / MOST_ABOVE) - SHORT_TOKENS;
}

function estimate(text: string): number {
  let rowChars = 0;
  const rest = text.replaceAll(ROW, (row) => {
    rowChars += row.length;
    return " ";
  });
  return estimateTokenCount(rest) + Math.floor(rowChars / ROW_TOKEN_CHARS);
}

/** Measures an answer while it streams. Pieces are joined before they are estimated, because a server may send single characters. */
export function createMeter(maxTokens: number) {
  let tokens = 0;
  let pending = "";
  return {
    /** Takes a piece of what the model writes. */
    add: (text: string): void => {
      pending += text;
      if (pending.length < STRIDE_CHARS) return;
      tokens += estimate(pending);
      pending = "";
    },
    /** Whether so much was written that no tokenizer makes `maxTokens` of it. */
    isOver: (): boolean => tokens > mostTokens(maxTokens),
  };
}
