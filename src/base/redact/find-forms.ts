/** Searches a text for many forms in one pass. The cost depends on the text, not on the number of forms. */

import type { SecretForm } from "./secret-forms.ts";

export interface NamedForm extends SecretForm {
  readonly name: string;
}

/** A form found in a text; `end` is the index after it. */
export interface FoundForm {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** How many characters are compared first. In ordinary text they match by chance at one place in some thousands. */
const GRAM = 4;
const SLOT_BITS = 16;

interface Anchor {
  readonly form: NamedForm;
  /** Where in the form the four characters are. */
  readonly offset: number;
}

/** The bit in which upper and lower case differ. It is set in digits. */
export const ANY_CASE = 0x20;

/** Creates a search for all matches. `ANY_CASE`: for lower-case forms. `open`: a text may end inside one. */
export function createFinder(
  forms: readonly NamedForm[],
  { fold = 0, end = "closed" }: { readonly fold?: 0 | typeof ANY_CASE; readonly end?: "closed" | "open" } = {},
): (text: string) => readonly FoundForm[] {
  const isWanted = new Uint8Array(1 << SLOT_BITS);
  const anchors = new Map<number, Anchor[]>();
  for (const form of forms) {
    for (let offset = 0; offset <= form.text.length - form.minChars; offset += 1) {
      let gram = 0;
      for (let at = offset; at < offset + GRAM; at += 1) gram = (gram << 8) ^ form.text.charCodeAt(at);
      isWanted[slotOf(gram)] = 1;
      const here = anchors.get(gram);
      if (here === undefined) anchors.set(gram, [{ form, offset }]);
      else here.push({ form, offset });
    }
  }
  return (text) => {
    const found: FoundForm[] = [];
    let gram = 0;
    for (let at = 0; at < text.length; at += 1) {
      gram = (gram << 8) ^ (text.charCodeAt(at) | fold); // the last four characters; older ones are shifted out
      if (isWanted[slotOf(gram)] === 0) continue;
      const start = at + 1 - GRAM;
      for (const { form, offset } of anchors.get(gram) ?? []) {
        const length = start < 0 ? 0 : commonLength(text, start, { form: form.text, offset, fold });
        const isBegun = end === "open" && length >= GRAM && start + length === text.length;
        if (!isBegun && (length < form.minChars || !identifies(form, text, start, length))) continue;
        found.push({ name: form.name, ...withEdges(form, text, { start, end: start + length, offset }) });
      }
    }
    return found;
  };
}

function slotOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> (32 - SLOT_BITS);
}

interface Compared {
  readonly form: string;
  readonly offset: number;
  readonly fold: number;
}

function commonLength(text: string, start: number, { form, offset, fold }: Compared): number {
  let length = 0;
  const most = form.length - offset;
  while (length < most && (text.charCodeAt(start + length) | fold) === form.charCodeAt(offset + length)) length += 1;
  return length;
}

/** Whether a part identifies the secret. A part of letters only may be a word, or the prefix of all tokens of a kind. */
function identifies(form: NamedForm, text: string, start: number, length: number): boolean {
  if (length === form.text.length) return true;
  const part = text.slice(start, start + length);
  return /\d/.test(part) && /[A-Za-z]/.test(part);
}

/** Widens a match by the characters at either end that encode a few bits of the secret, and by padding. */
function withEdges(
  { before, after, text: form }: NamedForm,
  text: string,
  { start, end, offset }: { readonly start: number; readonly end: number; readonly offset: number },
): { readonly start: number; readonly end: number } {
  const isCode = (at: number): boolean => /[A-Za-z0-9+/_-]/.test(text.charAt(at));
  const least = offset === 0 ? Math.max(0, start - before) : start;
  let first = start;
  while (first > least && isCode(first - 1)) first -= 1;
  let last = end;
  if (end - start < form.length - offset) return { start: first, end };
  while (last < end + after && isCode(last)) last += 1;
  const [padding = ""] = after > 0 ? (/^={1,7}/.exec(text.slice(last, last + 7)) ?? []) : [];
  return { start: first, end: last + padding.length };
}
