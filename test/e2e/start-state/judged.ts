/** What a judgement knows of a cell, and which change has to leave. */

import { sha256 } from "../../../src/base/sha256.ts";
import { filesOf, type Cell, type Seen, type Start } from "./cell-scene.ts";
import type { Change, Left } from "./left.ts";

export interface Judged extends Pick<Cell, "state" | "case" | "channel"> {
  readonly left: Left;
  readonly start: Start;
  readonly seen: Seen;
  /** What the doubles complain about. */
  readonly violations: readonly string[];
}

/** Returns what differs from what has to hold, in sentences. */
export type Judgement = (judged: Judged) => readonly string[];

export const digestOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : sha256(text);

/** Whether the files that the model edited were before as the step left them. */
export function isStartSeen({ case: { edits }, start, seen }: Judged): boolean {
  return edits.every(({ path }) => seen.before[path] === digestOf(start.contents[path]));
}

/**
 * Whether the edits are those of any run: a batch gives its tasks the commit's own files where those of the checkout differ from
 * them.
 */
export function isStartless(judged: Judged): boolean {
  return judged.channel === "batch" && judged.case.isAlwaysLeftOut !== true && !isStartSeen(judged);
}

/** Path → mode and content of what has to be published. */
export function expectedChange(judged: Judged): Change {
  const { published, edits } = judged.case;
  const own = filesOf(judged);
  // The server's double commits scripts of a shell as programs.
  const modeOf = (path: string): string => (path.endsWith(".sh") && path in own ? "100755" : "100644");
  const plain = edits.map(({ path, of }) => [path, of(own[path])] as const);
  const wanted = isStartless(judged) ? plain : Object.entries(published);
  return Object.fromEntries(wanted.map(([path, content]) => [path, `${modeOf(path)} ${content}`]));
}

/** How a change differs from the expected one. */
export function unlike(judged: Judged, found: Change): readonly string[] {
  const expected = expectedChange(judged);
  const { either = {} } = judged.case;
  const paths = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...paths].toSorted().flatMap((path) => {
    const [wanted, is] = [expected[path], found[path]];
    if (wanted === is || (wanted === undefined && is === `100644 ${either[path]}`)) return [];
    if (wanted === undefined) return [`${path} left (${shown(is)})`];
    if (is === undefined) return [`${path} did not leave`];
    return [`${path} left as ${shown(is)}, not as ${shown(wanted)}`];
  });
}

/** The beginning and the end of a text, on one line. */
function shown(text = ""): string {
  const line = JSON.stringify(text);
  return line.length > 90 ? `${line.slice(0, 50)} … ${line.slice(-35)}` : line;
}
