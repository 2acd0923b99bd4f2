/** Text for a person who decides about it: invisible characters are written out, and no line is so long that its end is out of sight. */

import { parseJson } from "../../base/member.ts";
import { OWN_MARKER } from "../../github/event/marker.ts";

/** Controls, formats, lone surrogates, private characters, blanks other than a space, and characters without a glyph. */
const UNSEEN =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\uFFF0-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/** Foreign text with invisible characters and trailing blanks as `[U+202E]`. Line feeds and other blanks stay. */
export function visibleText(text: string): string {
  return text
    .replace(UNSEEN, (char) => named(char))
    .replaceAll(OWN_MARKER, (mark) => named(mark.charAt(0)) + mark.slice(1)) // a foreign text must not contain our mark
    .split("\n")
    .map(withVisibleEnd)
    .join("\n");
}

/** The first character of a line stays: in a diff it is the line's sign, and the only character of an empty context line. */
function withVisibleEnd(line: string): string {
  const kept = Math.max(line.trimEnd().length, Math.min(line.length, 1));
  return line.slice(0, kept) + line.slice(kept).replace(/ +|\t+/g, (run) => named(run.charAt(0), run.length));
}

function named(char: string, times = 1): string {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `[U+${code}${times === 1 ? "" : ` ×${times}`}]`;
}

/** Characters of a string on one line. Text further right in a code block needs scrolling and is missed. */
const WIDTH = 120;

/**
 * A call's exact arguments: the JSON that the tool gets, with invisible characters as `\u202e`. A long text or one of several
 * lines is written as consecutive strings. Text that is not JSON is shown as one string.
 */
export function exactArguments(text: string): string {
  const value = text.trim() === "" ? {} : parseJson(text);
  return shown(value === undefined ? text : value, "");
}

function shown(value: unknown, indent: string): string {
  if (typeof value === "string") return strings(value).join(`\n${indent}`);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(([key, member]) => {
    const begin = isList ? inner : `${inner}${literal(key)}:`;
    if (isList) return `${begin}${shown(member, inner)}`;
    const isBelow = key.length > WIDTH / 2 || (typeof member === "string" && strings(member).length > 1);
    return isBelow ? `${begin}\n${inner}  ${shown(member, `${inner}  `)}` : `${begin} ${shown(member, inner)}`;
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.join(",\n")}\n${indent}${close}`;
}

/** One literal for each line, none longer than `WIDTH` characters. */
function strings(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)/);
  const literals = lines.flatMap((line) => wrapped(line).map(literal));
  return literals.length === 0 ? [literal("")] : literals;
}

function wrapped(line: string): readonly string[] {
  if (line.length <= WIDTH) return [line];
  const chars = Array.from(line);
  const count = Math.ceil(chars.length / WIDTH);
  return Array.from({ length: count }, (_, index) => chars.slice(index * WIDTH, (index + 1) * WIDTH).join(""));
}

function literal(text: string): string {
  return JSON.stringify(text)
    .replace(UNSEEN, (char) =>
      Array.from({ length: char.length }, (_, unit) => escaped(char.charCodeAt(unit))).join(""),
    )
    .replaceAll(OWN_MARKER, (mark) => escaped(mark.charCodeAt(0)) + mark.slice(1))
    .replaceAll("##[", String.raw`##\u005b`); // the gate would break it with an invisible character
}

function escaped(unit: number): string {
  return String.raw`\u${unit.toString(16).padStart(4, "0")}`;
}
