/**
 * Parses what follows `approve`, `reject`, `resume` and `cancel`. The grammar is strict, because an answer lets actions run: text
 * that does not fit exactly is refused with the reason. `match-answers.ts` finds the calls, `people` decides who may answer.
 */

import { OWN_LIMIT_FIELDS, OWN_LIMITS, type OwnLimitField, type OwnLimits } from "../../protocol/limits.ts";

/** A person's answer to held calls. */
export interface GivenAnswer {
  readonly verdict: "approve" | "reject";
  /** Prefixes of digests in the order written, in lower case; or `all` waiting calls. */
  readonly digests: readonly string[] | "all";
  /** The reason of a rejection, which the model reads. Without one the run ends. */
  readonly reason?: string | undefined;
  /** The approval holds for the rest of the session. */
  readonly isForSession: boolean;
  /** The approval also covers changed files that the request does not show whole. */
  readonly coversUnshown?: true | undefined;
}

/**
 * Blanks between the words of a command, for the inside of a character class. Readers see these as blanks too: no-break spaces, which
 * copied text has, and ideographic spaces, which Japanese and Chinese keyboards write.
 */
export const BLANKS = String.raw` \t\u00A0\u3000`;
const BETWEEN_WORDS = new RegExp(`[${BLANKS}]+`);
const FIRST_WORD = new RegExp(`^[${BLANKS}]*([^${BLANKS}\n]+)`);

export const ANSWER_VERBS = ["approve", "reject", "resume", "cancel"] as const;
export type AnswerVerb = (typeof ANSWER_VERBS)[number];

export type AnswerCommand =
  | { readonly kind: "answer"; readonly answer: GivenAnswer }
  | { readonly kind: "resume"; readonly overrides: OwnLimits }
  | { readonly kind: "cancel" }
  /** `problem` is a sentence of this program. */
  | { readonly kind: "malformed"; readonly verb: AnswerVerb; readonly problem: string };

/** Makes an approval cover changed files that the request does not show whole. */
export const UNSHOWN_OPTION = "--unshown";

/** At least 8 digits, so that one in four billion matches by chance. */
const DIGEST = /^[0-9A-Fa-f]{8,64}$/;
/** Far more than the calls of one batch. */
const MAX_DIGESTS = 50;

/** Reads what follows the verb, to the end of the comment. Line ends are LF. */
export function parseAnswer(verb: AnswerVerb, rest: string): AnswerCommand {
  const malformed = (problem: string): AnswerCommand => ({ kind: "malformed", verb, problem });
  if (verb === "reject") return rejection(rest, malformed);
  const [line = ""] = rest.split("\n", 1);
  if (rest.slice(line.length).trim() !== "") {
    return malformed("Text below the command is not allowed. Write other text above it.");
  }
  const words = line.split(BETWEEN_WORDS).filter((word) => word !== "");
  if (verb === "approve") return approval(words, malformed);
  if (verb === "resume") return resumption(words, malformed);
  // A reason may follow: stopping lets no action run, and the work is kept.
  return { kind: "cancel" };
}

type Malformed = (problem: string) => AnswerCommand;

const NO_DIGEST = "The command names no digest.";
const BAD_DIGEST = "Name only digests: 8 to 64 hexadecimal digits, as the request shows them.";
const ALL_ALONE = "`all` cannot be combined with digests or options.";
const TOO_MANY = `One comment can answer at most ${MAX_DIGESTS} digests.`;

function approval(words: readonly string[], malformed: Malformed): AnswerCommand {
  const last = words.at(-1);
  const isForSession = last === "--session";
  const isUnshown = last === UNSHOWN_OPTION;
  const named = isForSession || isUnshown ? words.slice(0, -1) : words;
  if (named.length === 0) return malformed(NO_DIGEST);
  if (named.some(isAll)) {
    if (words.length > 1) return malformed(ALL_ALONE);
    return { kind: "answer", answer: { verdict: "approve", digests: "all", isForSession: false } };
  }
  if (!named.every((word) => DIGEST.test(word))) return malformed(BAD_DIGEST);
  if (named.length > MAX_DIGESTS) return malformed(TOO_MANY);
  const more = isUnshown ? ({ coversUnshown: true } as const) : {};
  return { kind: "answer", answer: { verdict: "approve", digests: named.map(lower), isForSession, ...more } };
}

/** The digests come first, on the verb's line. The rest is the reason, which may span several lines. */
function rejection(rest: string, malformed: Malformed): AnswerCommand {
  const named: string[] = [];
  let why = rest;
  for (;;) {
    const [whole = "", word = ""] = FIRST_WORD.exec(why) ?? [];
    if (!DIGEST.test(word) && !(named.length === 0 && isAll(word))) break;
    named.push(lower(word));
    why = why.slice(whole.length);
    if (isAll(word)) break;
  }
  const [next = ""] = why.trim().split(/\s/, 1);
  if (named.length === 0) return malformed(next === "" ? NO_DIGEST : BAD_DIGEST);
  if (isAll(next) || (named[0] === "all" && DIGEST.test(next))) return malformed(ALL_ALONE);
  if (next.startsWith("--")) return malformed("`reject` takes no options, and a reason cannot begin with `--`.");
  if (isAlmostDigest(next)) {
    return malformed("The word after the digests looks like a mistyped digest. Begin the reason with another word.");
  }
  if (named.length > MAX_DIGESTS) return malformed(TOO_MANY);
  const reason = why.trim() === "" ? {} : { reason: why.trim() };
  const digests = named[0] === "all" ? "all" : named;
  return { kind: "answer", answer: { verdict: "reject", digests, ...reason, isForSession: false } };
}

/** True for a digest on another line, too short, too long or with one wrong character. Read as a reason, its call would stay unanswered. */
function isAlmostDigest(word: string): boolean {
  if (word.length > 80) return /^[0-9A-Fa-f]+$/.test(word);
  if (word.length >= 8) return /^[0-9A-Fa-f]*\S?[0-9A-Fa-f]*$/u.test(word);
  return /^(?=.*\d)(?=.*[A-Fa-f])[0-9A-Fa-f]{5,7}$/.test(word);
}

export const RESUME_FORM = Object.values(OWN_LIMITS)
  .map(({ name, unit }) => `[--${name} <${unit}>]`)
  .join(" ");
const RESUME_OPTIONS = Object.values(OWN_LIMITS).map(({ name }) => `--${name}`);

function resumption(words: readonly string[], malformed: Malformed): AnswerCommand {
  const overrides: Partial<Record<OwnLimitField, number>> = {};
  for (let at = 0; at < words.length; at += 2) {
    const field = OWN_LIMIT_FIELDS.find((known) => `--${OWN_LIMITS[known].name}` === words[at]);
    if (field === undefined) return malformed(`\`resume\` takes ${RESUME_OPTIONS.join(", ")}, each with a number.`);
    const { name, isWhole, from, to } = OWN_LIMITS[field];
    if (overrides[field] !== undefined) return malformed(`\`--${name}\` is given twice.`);
    const value = words[at + 1] ?? "";
    const isNumber = (isWhole ? /^\d{1,11}$/ : /^\d{1,5}(?:\.\d{1,2})?$/).test(value);
    if (!isNumber || Number(value) < from || Number(value) > to) {
      return malformed(`\`--${name}\` takes ${isWhole ? "a whole number" : "a number"} from ${from} to ${to}.`);
    }
    overrides[field] = Number(value);
  }
  return { kind: "resume", overrides };
}

function isAll(word: string): boolean {
  return lower(word) === "all";
}

/** ASCII only: no look-alike becomes a letter. `toLowerCase` would fold the Kelvin sign into `k`. */
export function lower(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
