/** Finds keys by their providers' prefixes. Other random text is left alone: digests, UUIDs, integrity values. */

interface Shape {
  readonly kind: string;
  /** Sticky, and tried where `BEGIN` matches. */
  readonly pattern: RegExp;
}

const BODY = String.raw`(?=[A-Za-z_-]*\d)`; // placeholders like ghp_xxxx have none

const SHAPES: readonly Shape[] = [
  { kind: "GitHub token", pattern: new RegExp(`gh[pousr]_${BODY}[A-Za-z0-9_]{30,}(?:\\.[A-Za-z0-9_-]{20,})*`, "y") },
  { kind: "GitHub token", pattern: new RegExp(`github_pat_${BODY}[A-Za-z0-9_]{40,}`, "y") },
  { kind: "Anthropic key", pattern: new RegExp(`sk-ant-${BODY}[A-Za-z0-9_-]{30,}`, "y") },
  {
    kind: "API key", // of OpenAI, Moonshot and providers with the same form
    pattern: new RegExp(`sk-(?:[A-Za-z0-9]{1,12}-){0,3}${BODY}[A-Za-z0-9_]{24,}[A-Za-z0-9_-]*`, "y"),
  },
  { kind: "AWS key", pattern: /A(?:KIA|SIA)(?=[A-Z]*\d)[A-Z0-9]{16}(?![A-Za-z0-9_-])/y },
  { kind: "Google key", pattern: /AIza(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y },
  { kind: "Slack token", pattern: /xox[abeoprs]-(?=[A-Za-z-]*\d)[A-Za-z0-9-]{20,}/y },
  {
    kind: "Slack webhook",
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,}/y,
  },
  { kind: "npm token", pattern: /npm_(?=[A-Za-z]*\d)[A-Za-z0-9]{36}(?![A-Za-z0-9_-])/y },
  { kind: "GitLab token", pattern: /glpat-(?=[A-Za-z_.-]{0,100}\d)[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*/y },
  { kind: "JWT", pattern: /eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/y },
  {
    kind: "private key",
    // All lines of the key; where its end is cut off, the lines that are there.
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=(?:\s|[A-Za-z-]{3,20}: [^\n]{0,100}\n){0,20}[A-Za-z0-9+/]{16})(?:\s|[A-Za-z-]{3,20}: [^\n]{0,100}\n|[A-Za-z0-9+/=]{16,})+(?:[A-Za-z0-9+/=]{0,80}\s{0,4}-----END [A-Z0-9 ]{1,40}-----)?/y,
  },
];

/** The prefixes, at the beginning of a word. A text is searched for them once, before the patterns are tried. */
const BEGIN =
  /(?<![A-Za-z0-9_-])(?:gh[pousr]_|github_pat_|sk-|A(?:KIA|SIA)|AIza|xox[abeoprs]-|https:\/\/hooks\.slack|npm_|glpat-|eyJ)|-----BEGIN /g;

/** The first three characters of the prefixes, without those of an address and of a line of dashes. */
export const SHAPE_BEGINS = "ghp gho ghu ghs ghr git sk- AKI ASI AIz xox npm glp eyJ".split(" ");

export interface FoundShape {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The keys in a text, in order. */
export function findShapes(text: string): readonly FoundShape[] {
  const found: FoundShape[] = [];
  let done = 0;
  for (const { index } of text.matchAll(BEGIN)) {
    if (index < done) continue;
    const one = shapeAt(text, index);
    if (one === undefined) continue;
    found.push(one);
    done = one.end;
  }
  return found;
}

/** Where the text may end inside a key: the beginning of that key. */
export function openShape(text: string): number | undefined {
  let blank = text.length - 1;
  while (blank >= 0 && !/\s/.test(text.charAt(blank))) blank -= 1;
  for (const { index, 0: begin } of text.matchAll(BEGIN)) {
    if (begin.startsWith("-") || index > blank) return index;
  }
  return undefined;
}

function shapeAt(text: string, start: number): FoundShape | undefined {
  for (const { kind, pattern } of SHAPES) {
    pattern.lastIndex = start;
    const [match] = pattern.exec(text) ?? [];
    if (match !== undefined) return { name: kind, start, end: start + match.length };
  }
  return undefined;
}
