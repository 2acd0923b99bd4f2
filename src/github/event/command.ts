/**
 * The grammar of commands in comments: `/kimi <verb> [text]` or `/kimi /<slash command>`. The trigger is the first word of a line
 * that GitHub shows as plain text, outside quotes, code and hidden text. `people` decides who may give commands.
 */

import { sha256 } from "../../base/sha256.ts";
import { ANSWER_VERBS, BLANKS, lower, parseAnswer, type AnswerCommand } from "./answer.ts";
import { plainLines, type PlainLine } from "../markdown/plain-lines.ts";
import { sanitise } from "../sanitise/sanitise.ts";

export const RUN_VERBS = ["fix", "ask", "plan", "review"] as const;
export type RunVerb = (typeof RUN_VERBS)[number];
/** Verbs that get a reply without a model. */
const REPLY_VERBS = ["status", "help"] as const;
type ReplyVerb = (typeof REPLY_VERBS)[number];

export type Command =
  | { readonly kind: "none" }
  /**
   * `text` is the rest of the line and everything after it, trimmed. `isSlash`: it begins with a slash command, on the line of
   * the trigger; the run decides whether that command exists.
   */
  | { readonly kind: "run"; readonly verb: RunVerb; readonly text: string; readonly isSlash: boolean }
  | { readonly kind: "reply"; readonly verb: ReplyVerb }
  | AnswerCommand
  /** A line begins with the trigger, but the text is too complex to tell whether readers see the line as a command. */
  | { readonly kind: "unreadable" }
  /** `verb` is empty when the trigger stands alone. */
  | { readonly kind: "unknown"; readonly verb: string };

/** Finds the first command of a comment. Trigger and verb are compared without case, in ASCII only: no look-alike folds into them. */
export function parseCommand(comment: string, trigger: string): Command {
  const body = comment.replace(/\r\n?/g, "\n");
  if (!mayCommand(body, trigger)) return { kind: "none" };
  const plain = plainLines(body);
  if (plain === undefined) return { kind: "unreadable" };
  const places = placesOf(plain, trigger);
  if (places.length === 0) return { kind: "none" };
  const first = firstShown(body, places);
  return first === undefined ? { kind: "none" } : commandIn(body.slice(first.end));
}

/** Whether a line begins with the trigger as the text is written. Without one, the text need not be parsed, which can take a second. */
export function mayCommand(comment: string, trigger: string): boolean {
  const lines = comment.split(/\r\n?|\n/).map((text) => ({ text, start: 0 }));
  return placesOf(lines, trigger).length > 0;
}

/** Offsets of a trigger and of the text after it. */
interface Place {
  readonly start: number;
  readonly end: number;
}

// At most 3 spaces, because 4 make the line a code block.
const FIRST_WORD = new RegExp(`^( {0,3})([^${BLANKS}\n]+)[${BLANKS}]*`);
const VERB = new RegExp(`^[^${BLANKS}\n]*`);
const BLANKS_AHEAD = new RegExp(`^[${BLANKS}]+`);

function placesOf(lines: readonly PlainLine[], trigger: string): readonly Place[] {
  return lines.flatMap(({ text, start }) => {
    const [before = "", spaces = "", word = ""] = FIRST_WORD.exec(text) ?? [];
    if (word === "" || lower(word) !== lower(trigger)) return [];
    return [{ start: start + spaces.length, end: start + before.length }];
  });
}

/**
 * The first trigger that sanitising keeps: a plain line can still be a link's title, an attribute or a declaration, which readers
 * do not see. Each trigger is replaced by a word that cannot occur in the comment, and the words that remain are visible.
 */
function firstShown(body: string, places: readonly Place[]): Place | undefined {
  const seal = `k${sha256(body)}`;
  const pieces = places.map(
    ({ start }, index) => `${body.slice(places[index - 1]?.end ?? 0, start)}${seal}x${index}x `,
  );
  const shown = sanitise(pieces.join("") + body.slice(places.at(-1)?.end)).text;
  return places.find((_, index) => shown.includes(`${seal}x${index}x`));
}

/** `/name` or `/ns:name`, then a blank or the end, as Kimi CLI parses them; `/usr/bin` is a path. */
const SLASH_COMMAND = /^\/[\p{L}\p{N}_-]+(?::[^\s/]*)?(?=\s|$)/u;

/** True for a text that begins with a slash command of any name. */
export function isSlashCommand(text: string): boolean {
  return SLASH_COMMAND.test(text);
}

function commandIn(rest: string): Command {
  if (isSlashCommand(rest)) return slashCommand(rest.trim());
  const [verb = ""] = VERB.exec(rest) ?? [];
  const after = rest.slice(verb.length).replace(BLANKS_AHEAD, "");
  const word = lower(verb);
  const run = RUN_VERBS.find((known) => known === word);
  if (run !== undefined) return { kind: "run", verb: run, text: after.trim(), isSlash: isSlashCommand(after) };
  const reply = REPLY_VERBS.find((known) => known === word);
  if (reply !== undefined) return { kind: "reply", verb: reply };
  const answer = ANSWER_VERBS.find((known) => known === word);
  return answer === undefined ? { kind: "unknown", verb } : parseAnswer(answer, rest.slice(verb.length));
}

/** A slash command without a verb runs as `fix`, but `/plan` as `plan` and `/help` as `ask`. */
function slashCommand(text: string): Command {
  const [word = ""] = text.split(/\s/, 1);
  const isPlan = lower(word) === "/plan";
  if (isPlan && text === word) return { kind: "run", verb: "plan", text: "", isSlash: false };
  const verb = isPlan ? "plan" : lower(word) === "/help" ? "ask" : "fix";
  return { kind: "run", verb, text, isSlash: true };
}
