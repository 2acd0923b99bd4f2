/** Labels of footnotes: readers see numbers in their places, in the order of the notes. */

import { certainCode, within } from "./certain-code.ts";
import type { Count } from "./hidden-characters.ts";

const NOTE = /^[ \t>]*\[\^([^\]\s]{1,999})\]:/gm;

/** Puts numbers in the place of labels. */
export function withoutNoteLabels(text: string, count: Count): string {
  if (!text.includes("[^")) return text;
  const code = certainCode(text);
  const labels = Array.from(text.matchAll(NOTE))
    .filter(({ index }) => !within(code, index))
    .map(([, label = ""]) => label.toLowerCase());
  const numbers = new Map([...new Set(labels)].map((label, index) => [label, `${index + 1}`] as const));
  return text.replace(/\[\^([^\]\s]{1,999})\]/g, (whole: string, label: string, index: number) => {
    const number = numbers.get(label.toLowerCase());
    if (number === undefined || number === label || within(code, index)) return whole;
    count.definitions += 1;
    return `[^${number}]`;
  });
}
