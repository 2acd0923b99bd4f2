/** Character references of HTML and Markdown. */

import { decodeNamedCharacterReference } from "decode-named-character-reference";

/** A character reference. Markdown shows one that is encoded twice or has no semicolon as text, so callers check for that. */
export const REFERENCE =
  /&(?<twice>(?:amp;)*)(?:#(?<decimal>\d{1,8})|#[xX](?<hex>[0-9a-fA-F]{1,7})|(?<name>[A-Za-z][A-Za-z0-9]{1,30}(?=;)))(?<end>;?)/g;

/** The characters that a match of `REFERENCE` stands for, even if it is encoded twice; undefined for a name that HTML does not know. */
export function decodeReference(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { decimal, hex, name } = groups;
  if (name !== undefined) return decodeNamedCharacterReference(name) || undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0x10ffff || code === 0 ? "" : String.fromCodePoint(code);
}

/** A text with its references decoded. */
export function decodeReferences(text: string): string {
  return text.replace(REFERENCE, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    return groups["end"] === ";" && groups["twice"] === "" ? (decodeReference(groups) ?? whole) : whole;
  });
}
