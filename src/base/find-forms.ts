/** Many texts looked for in one pass: what it costs depends on the text, not on how many are looked for. */

import type { SecretForm } from "./secret-forms.ts";

export interface NamedForm extends SecretForm {
  readonly name: string;
}

/** What was found where; `end` is past it. */
export interface FoundForm {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The first four characters decide; of the places where they are right by chance, one in some thousand is looked at. */
const GRAM = 4;
const SLOT_BITS = 16;

interface Anchor {
  readonly form: NamedForm;
  /** Where in the form the four characters are. */
  readonly offset: number;
}

/** Builds the search. It returns everything that is found, also where it overlaps, in the order of the text. */
export function createFinder(forms: readonly NamedForm[]): (text: string) => readonly FoundForm[] {
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
      gram = (gram << 8) ^ text.charCodeAt(at); // the last four characters: what is older was shifted out
      if (isWanted[slotOf(gram)] === 0) continue;
      const start = at + 1 - GRAM;
      for (const { form, offset } of anchors.get(gram) ?? []) {
        const length = start < 0 ? 0 : commonLength(text, start, form.text, offset);
        if (length < form.minChars || !tells(form, text, start, length)) continue;
        found.push({ name: form.name, ...withEdges(form, text, { start, end: start + length, offset }) });
      }
    }
    return found;
  };
}

function slotOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> (32 - SLOT_BITS);
}

function commonLength(text: string, start: number, form: string, offset: number): number {
  let length = 0;
  const most = form.length - offset;
  while (length < most && text.charCodeAt(start + length) === form.charCodeAt(offset + length)) length += 1;
  return length;
}

/** A part that is all letters may be a word, or how all tokens of a kind begin. */
function tells(form: NamedForm, text: string, start: number, length: number): boolean {
  if (length === form.text.length) return true;
  const part = text.slice(start, start + length);
  return /\d/.test(part) && /[A-Za-z]/.test(part);
}

/** With the characters of a code at either end that hold a few bits of the secret, and what pads it. */
function withEdges(
  { before, after, text: form }: NamedForm,
  text: string,
  { start, end, offset }: { readonly start: number; readonly end: number; readonly offset: number },
): { readonly start: number; readonly end: number } {
  const isCode = (at: number): boolean => /[A-Za-z0-9+/_-]/.test(text.charAt(at));
  const first = before > 0 && offset === 0 && start > 0 && isCode(start - 1) ? start - 1 : start;
  let last = end;
  if (end - start < form.length - offset) return { start: first, end };
  while (last < end + after && isCode(last)) last += 1;
  const [padding = ""] = after > 0 ? (/^={1,7}/.exec(text.slice(last, last + 7)) ?? []) : [];
  return { start: first, end: last + padding.length };
}
