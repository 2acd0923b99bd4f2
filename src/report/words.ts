/** Numbers and texts as people read them on the page. */

import { headTail } from "../base/truncate.ts";

/** `850 ms`, `4.2 s`, `3 min 5 s`, `1 h 2 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60
    ? `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function money(usd: number | undefined): string {
  if (usd === undefined) return "cost unknown";
  return usd === 0 || usd >= 0.01 ? `$${usd.toFixed(2)}` : `$${usd.toFixed(4)}`;
}

/** `14,906`. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** `1 step`, `2 steps`. */
export function amount(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A text of at most `most` characters, with what was left out of it and where that is. */
export function shortened(text: string, most: number, where: string): string {
  return headTail(text, most, (dropped) => `[${grouped(dropped)} characters left out; ${where}]`);
}

/** Who decided: the id of a rule, or the person who answered. */
export function decider(rule: string | undefined): string {
  return (rule ?? "").replace(/^answer by /, "");
}
