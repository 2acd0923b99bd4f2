/** Which files a redirection opens. */

import type { Redirection } from "unbash";
import type { ShellWord } from "./word.ts";

/** No process here has a larger descriptor. bash itself reads much larger numbers as words. */
const MAX_DESCRIPTOR = 65_536;

/** Why the descriptor in front of the operator is not understood, or undefined. */
export function descriptorProblem({ descriptor }: Redirection): string | undefined {
  if (descriptor?.type === "FileDescriptorVariable") return "redirection that assigns a variable";
  // bash reads a larger number as a word.
  const isWord = descriptor?.type === "FileDescriptor" && descriptor.value > MAX_DESCRIPTOR;
  return isWord ? "a file descriptor above 65536" : undefined;
}

/** How the redirection opens its target, or why it is not understood. The second parameter is the target's word. */
export function openedAs(
  { operator, type, target, descriptor }: Exclude<Redirection, { type: "HereDoc" }>,
  { value }: ShellWord,
): readonly ("read" | "write")[] | string {
  if (type === "HereString") return [];
  if (value === undefined) {
    const isSubstitution = target?.parts?.length === 1 && target.parts[0]?.type === "ProcessSubstitution";
    return isSubstitution ? [] : "redirection to or from a computed path";
  }
  if (operator === ">&" || operator === "<&") {
    // To bash `>&-x` is `>&-` and a word of its own, `>&'1-'` is a file, and of `>&'"x"'` both quotes are taken off.
    const isPlain = target?.text === value && /^(-|[\w./][\w./-]*)$/.test(value);
    if (isPlain && /^(\d+-?|-)$/.test(value)) return [];
    if (!isPlain || operator === "<&" || descriptor !== undefined) return "ambiguous redirection";
  }
  return operator === "<" ? ["read"] : operator === "<>" ? ["read", "write"] : ["write"];
}
