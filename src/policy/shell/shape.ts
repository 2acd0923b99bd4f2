/**
 * A shape is a text that is known in part: a string in which control characters stand for the unknown parts. Command lines with
 * control characters are never analysed, so that these cannot be real text. Comparisons are conservative: two shapes may meet unless
 * it is certain that they have no text in common.
 */

/** Any text. */
export const ANY = "\x01";
/** Any text without a slash: `*` of a file pattern. */
export const STAR = "\x02";
/** One character, but no slash: `?` and `[abc]`. */
const ONE = "\x03";
/** Digits of a number. */
export const DIGITS = "\x04";
/** Any text without a segment `..`: what `find` lists below a folder. */
export const BELOW = "\x05";
/** The same, for files listed by a search that has read them itself. */
export const LISTED = "\x06";
/** The text that follows does not begin with a dot, because bash's `*` leaves out hidden files. */
export const NO_DOT = "\x0e";

const META = /[\x01-\x06\x0e]/;
const RUNS = new Set([ANY, STAR, DIGITS, BELOW, LISTED]);
/** Largest product of the lengths of two shapes that are compared, which takes a millisecond. Longer ones count as meeting. */
const MAX_CELLS = 60_000;
/** Largest sum of the lengths, because the comparison is recursive. */
const MAX_DEPTH = 1_500;

/** True for a text without unknown parts. */
export function isLiteral(shape: string): boolean {
  return !META.test(shape);
}

/** True when the shape may stand for any path at all. */
export function isComputed(shape: string): boolean {
  return shape.includes(ANY);
}

/** The shape for people, with a star for each unknown part. */
export function shown(shape: string): string {
  return shape.replaceAll(NO_DOT, "").replaceAll(/[\x01-\x06]+/g, "*");
}

/** A file pattern as a shape. `hidden`: its stars match a leading dot, as the stars of find, grep and git do. */
export function patternShape(pattern: string, hidden: boolean): string {
  // Behind the last `]`, no bracket begins a set, and each would be followed to the end.
  const closed = pattern.lastIndexOf("]") + 1;
  const shapeOf = (text: string): string => {
    if (text.startsWith("*")) return STAR;
    return text.startsWith("\\") && /^\\[\w./-]$/.test(text) ? text.slice(1) : ONE;
  };
  const parts =
    pattern.slice(0, closed).replaceAll(/\\(.)|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|\*+|\?/gs, shapeOf) +
    pattern.slice(closed).replaceAll(/\\(.)|\*+|\?/gs, shapeOf);
  return hidden ? parts : withoutDots(parts);
}

/** Marks each segment that begins with a wildcard as one that does not begin with a dot. */
export function withoutDots(shape: string): string {
  return shape.replaceAll(/(^|\/)(?=[\x02\x03])/g, `$1${NO_DOT}`);
}

function suits(a: string, b: string): boolean {
  if (a === b) return true;
  return covers(a, b) || covers(b, a);
}

/** Whether the placeholder may stand for this character, or for a character of the other placeholder. */
function covers(placeholder: string, other: string): boolean {
  switch (placeholder) {
    case ANY:
    case BELOW:
    case LISTED:
      return true;
    case STAR:
    case ONE:
      return other !== "/";
    case DIGITS:
      return /[-\d\x01-\x06]/.test(other);
    default:
      return false;
  }
}

/** Whether some text may have both shapes. */
export function mayMeet(a: string, b: string): boolean {
  if (a.length * b.length > MAX_CELLS || a.length + b.length > MAX_DEPTH) return true;
  const width = b.length + 1;
  const failed = new Uint8Array((a.length + 1) * width);
  const meet = (i: number, j: number): boolean => {
    const [x, y] = [a[i], b[j]];
    if (x === undefined && y === undefined) return true;
    const cell = i * width + j;
    if (failed[cell] === 1) return false;
    const found = step(i, j, x, y);
    if (!found) failed[cell] = 1;
    return found;
  };
  const step = (i: number, j: number, x: string | undefined, y: string | undefined): boolean => {
    if (x === NO_DOT) return y !== "." && meet(i + 1, j);
    if (y === NO_DOT) return x !== "." && meet(i, j + 1);
    if (x !== undefined && RUNS.has(x)) {
      return meet(i + 1, j) || (y !== undefined && (RUNS.has(y) || suits(x, y)) && meet(i, j + 1));
    }
    if (y !== undefined && RUNS.has(y)) return meet(i, j + 1) || (x !== undefined && suits(x, y) && meet(i + 1, j));
    return x !== undefined && y !== undefined && suits(x, y) && meet(i + 1, j + 1);
  };
  return meet(0, 0);
}

/** All combinations of one alternative of each part; undefined when there are more than `most`. */
export function combined(parts: readonly (readonly string[])[], most = 64): readonly string[] | undefined {
  let all: readonly string[] = [""];
  for (const part of parts) {
    all = all.flatMap((start) => part.map((end) => start + end));
    if (all.length > most) return undefined;
  }
  return all;
}
