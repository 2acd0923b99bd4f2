/** Renders held calls for the person who decides about them: exact arguments, effect, rule, answer. Foreign text is inert. */

import { fenced, spanOfCode } from "../../base/plain-text.ts";
import { SHOWN_WHOLE } from "../../github/event/match-answers.ts";
import { beginningOf, oneLine } from "../../base/truncate.ts";
import { counted } from "../../base/words.ts";
import type { AnswerableCall } from "../../run-model/held-calls.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { parseJson } from "../../base/member.ts";
import type { DeferralState, DeferralTerms } from "../result/deferral-terms.ts";
import { bundlePlace, folded, type Links } from "./render-parts.ts";
import { safeInline, safeWords } from "./safe-markdown.ts";
import { exactArguments, visibleText } from "./visible-text.ts";

/** Limits for the number of characters, counted before escaping. */
export interface Room {
  /** For the arguments of all calls together. */
  readonly arguments: number;
  /** For the effects of all calls together. */
  readonly effects: number;
  /** For each reason. */
  readonly prose: number;
}

export interface CallsView {
  readonly calls: readonly AnswerableCall[];
  readonly links: Links;
  readonly room: Room;
  /** The heading of the text names the call, if it is the only one. */
  readonly isNamedAbove?: boolean | undefined;
  /** Text in place of a missing answer. */
  readonly unanswered: string;
  /** Lines that tell how to answer this call alone; empty where no answer is possible. */
  readonly answers: (call: AnswerableCall) => readonly string[];
}

/** Rows of the table of the other calls. */
const MAX_ROWS = 30;
/** A longer diff is folded, so that the text below it stays in view. */
const OPEN_LINES = 40;

/** Every call: the first ones in full, the rest in a table. */
export function callBlocks(view: CallsView): readonly string[] {
  const whole = wholeOf(view.calls);
  const isAlone = view.calls.length === 1 && view.isNamedAbove === true;
  const shown = argumentBlocks(whole, view.room.arguments, view.links);
  const effects = whole.map((call) => visibleText(effectOf(call)));
  const effectRooms = shares(effects, view.room.effects);
  const blocks = whole.flatMap((call, index) => [
    ...headOf(call, isAlone ? 0 : view.calls.indexOf(call) + 1, view),
    ...effectBlock(cutAt(effects[index] ?? "", effectRooms[index] ?? 0), view.links),
    ...((effects[index] ?? "") === "" ? (shown[index] ?? []) : beside(shown[index] ?? [])),
    ...view.answers(call),
  ]);
  return [...blocks, ...restOf(view)];
}

/** A diff says what a write does, so its arguments are folded away. A cut stays in sight. */
function beside(shown: readonly string[]): readonly string[] {
  const [block = "", ...cut] = shown;
  return cut.length === 0 && block.startsWith("`") ? folded("Arguments", block) : shown;
}

/** The calls shown in full, in their order. Waiting calls take precedence over answered ones. */
function wholeOf(calls: readonly AnswerableCall[]): readonly AnswerableCall[] {
  const whole = new Set(calls.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a))).slice(0, SHOWN_WHOLE));
  return calls.filter((call) => whole.has(call));
}

function isOpen({ answer }: AnswerableCall): boolean {
  return answer === undefined;
}

function headOf(call: AnswerableCall, number: number, view: CallsView): readonly string[] {
  const { tool, summary, capabilities, rule, reason } = call;
  const why = reason === undefined ? "" : `: ${words(reason, view.room.prose)}`;
  const cwds = capabilities.flatMap((capability) => (capability.kind === "exec" ? [capability.cwd] : []));
  return [
    ...(number === 0 ? [] : [`#### ${number}. ${codeSpan(summary, 160)}`]),
    [
      `${codeSpan(shortDigest(call))} · ${codeSpan(tool, 80)} · held by ${codeSpan(rule, 80)}${why}`,
      ...(call.near === undefined ? [] : [`Nearest form: ${words(call.near, view.room.prose)}.`]),
      ...cwds.map((cwd) => (cwd === "." ? "Runs in the root of the repository." : `Runs in ${codeSpan(cwd, 160)}.`)),
      answerLine(call, view.room.prose) ?? view.unanswered,
    ]
      .filter((line) => line !== "")
      .join("\n"),
  ];
}

/** A call whose arguments are shown. */
type Shown = Pick<AnswerableCall, "arguments"> & Partial<Pick<AnswerableCall, "capabilities">>;

/** A command line as it stands; other arguments, and those beside a command, as JSON. */
function argumentText({ arguments: json, capabilities }: Shown): {
  readonly text: string;
  readonly language: string;
} {
  if (json === undefined) return { text: "", language: "" };
  const { command, ...rest } = (parseJson(json) ?? {}) as { readonly command?: unknown };
  const runs =
    capabilities === undefined ||
    capabilities.some((capability) => capability.kind === "exec" && capability.command === command);
  if (typeof command !== "string" || !runs) return { text: exactArguments(json), language: "" };
  const more =
    Object.keys(rest).length === 0 ? "" : `\n# ${exactArguments(JSON.stringify(rest)).replaceAll("\n", "\n# ")}`;
  return { text: `${visibleText(command)}${more}`, language: "sh" };
}

/** The exact arguments of each call; `room` is the number of characters for all of them together. */
export function argumentBlocks(calls: readonly Shown[], room: number, links: Links): readonly (readonly string[])[] {
  const texts = calls.map(argumentText);
  const rooms = shares(
    texts.map(({ text }) => text),
    room,
  );
  return calls.map((call, index) => {
    if (call.arguments === undefined) return [`**The arguments are not shown.** ${whereAll(links)}`];
    const { text: whole = "", language } = texts[index] ?? {};
    const { text, left } = cutAt(whole, rooms[index] ?? 0);
    return [...(text === "" ? [] : [fenced(text, language)]), ...leftOut(left, links)];
  });
}

/** The diff of a write. Other previews repeat the arguments and are left out. */
function effectOf({ preview = "", capabilities }: AnswerableCall): string {
  return preview.startsWith("--- ") && capabilities.some(({ kind }) => kind === "write") ? preview : "";
}

function effectBlock({ text, left }: Cut, links: Links): readonly string[] {
  if (text === "" && left === 0) return [];
  const lines = text.replace(/\n$/, "").split("\n").length;
  const diff = text === "" ? "" : fenced(text, "diff");
  return [...(lines > OPEN_LINES ? folded(`Diff (${counted(lines, "line")})`, diff) : [diff]), ...leftOut(left, links)];
}

function leftOut(left: number, links: Links): readonly string[] {
  if (left === 0) return [];
  return [`**Cut here: ${counted(left, "more character is", "more characters are")} not shown.** ${whereAll(links)}`];
}

/** Tells where the parts that are not shown can be read. */
export function whereAll(links: Links): string {
  return `Read the full text in journal.jsonl of ${bundlePlace(links)} before you approve.`;
}

function restOf({ calls, links, room, unanswered }: CallsView): readonly string[] {
  const whole = new Set(wholeOf(calls));
  const rest = calls.filter((call) => !whole.has(call));
  if (rest.length === 0) return [];
  // A `|` ends a table cell even inside a code span, so foreign text is escaped instead.
  const cell = (text: string): string =>
    withoutFormulas(safeInline(oneLine(visibleText(text), Math.min(60, room.prose))));
  const rows = rest.slice(0, MAX_ROWS).map((call) => {
    const answer = (answerLine(call, Math.min(40, room.prose)) ?? unanswered).replace(/(?<!\\)\|/g, "\\|");
    const what = `${cell(call.tool)}: ${cell(call.summary)}`;
    return `| ${calls.indexOf(call) + 1} | ${codeSpan(shortDigest(call))} | ${what} | ${cell(call.rule)} | ${answer} |`;
  });
  const unlisted = rest.length - rows.length;
  const table = ["| # | Digest | Action | Held by | Answer |", "| ---: | --- | --- | --- | --- |", ...rows].join("\n");
  return [
    ...folded(counted(rest.length, "more action"), unlisted === 0 ? table : `${table}\n\n… and ${unlisted} more.`),
    rest.some(isOpen)
      ? `**Only ${SHOWN_WHOLE} actions are shown in full.** The others follow when these are answered. ${whereAll(links)}`
      : "",
  ];
}

/** The command that resumes the session on a person's machine; the answers follow as options. */
export const RESUME_BUNDLE = "kimi-runner resume <bundle>";

/** The commands that answer all of these calls, each as a block that can be copied, and until when. */
export function answerCommands(calls: readonly HeldCall[], terms: DeferralTerms): string {
  const { command, expiresAt, isKept } = terms;
  const shown = calls.slice(0, SHOWN_WHOLE).map(shortDigest);
  if (!isKept) return fenced(`${RESUME_BUNDLE} ${shown.map((digest) => `--approve ${digest}`).join(" ")}`);
  const approved = shown.length === calls.length ? "all" : shown.join(" ");
  return [
    fenced(`${command} approve ${approved}`),
    fenced(`${command} reject all <why>`),
    `Until ${utc(expiresAt)}.`,
  ].join("\n\n");
}

/** The head of a request that can no longer be answered. `nothing`: what did not happen, one sentence. */
export function endedHead(
  state: Exclude<DeferralState, { readonly kind: "waiting" | "answered" }>,
  nothing: string,
  { command, expiresAt }: DeferralTerms,
): readonly string[] {
  const rest = `${nothing} Ask for the work again, for example with ${codeSpan(`${command} fix`)}.`;
  switch (state.kind) {
    case "expired":
      return ["### ⌛ Not answered in time", `The request expired at ${utc(expiresAt)}. ${rest}`];
    case "void": {
      const what = state.changed === "head" ? "the branch changed" : "the policy changed";
      const moved = `${codeSpan(state.from.slice(0, 12))} is now ${codeSpan(state.to.slice(0, 12))}`;
      return [`### 🚫 Void: ${what}`, `An answer applies only to what this comment showed, and ${moved}. ${rest}`];
    }
    case "cancelled":
      return [`### ⏹️ Cancelled by ${person(state.by)}`, `Cancelled at ${utc(state.at)}. ${rest}`];
  }
}

/** The answer to a call in words; undefined without an answer. */
export function answerLine({ answer }: AnswerableCall, maxReason: number): string | undefined {
  if (answer === undefined) return undefined;
  const { verdict, by, reason, isForSession = false, at } = answer;
  const who = `by ${person(by)}${at === undefined ? "" : ` at ${utc(Date.parse(at))}`}`;
  if (verdict === "approve") return `✅ Approved ${who}${isForSession ? ", for the rest of the session" : ""}`;
  return `❌ Rejected ${who}${reason === undefined ? ", without a reason" : `: ${words(reason, maxReason)}`}`;
}

/** The digest as an answer names it. */
export function shortDigest({ digest }: Pick<AnswerableCall, "digest">): string {
  return digest.slice(0, 12);
}

/** One line of prose with invisible characters written out. Not for table cells. */
export function words(text: string, maxChars: number): string {
  return withoutFormulas(safeWords(oneLine(visibleText(text), maxChars)));
}

/** GitHub would draw a formula between two dollars. */
function withoutFormulas(markdown: string): string {
  return markdown.replaceAll("$", "<span>$</span>");
}

/** One line of foreign text as code, with invisible characters written out. Not for table cells. */
export function codeSpan(text: string, maxChars = 200): string {
  const shown = oneLine(visibleText(text), maxChars);
  if (shown === "") return "(empty)";
  return spanOfCode(shown);
}

/** A login that does not notify its owner. */
export function person(login: string): string {
  return words(`@${login}`, 40);
}

/** `2026-11-23 09:30 UTC`; times are ms since the epoch. */
export function utc(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "an unknown time" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

interface Cut {
  readonly text: string;
  readonly left: number;
}

function cutAt(text: string, maxChars: number): Cut {
  const kept = beginningOf(text, maxChars);
  return { text: kept, left: text.length - kept.length };
}

/** Divides `room` evenly; the share that short texts do not need goes to the long ones. */
function shares(texts: readonly string[], room: number): readonly number[] {
  const given = texts.map(() => 0);
  const ascending = [...texts.entries()].toSorted(([, a], [, b]) => a.length - b.length);
  let left = room;
  for (const [position, [index, { length }]] of ascending.entries()) {
    const share = Math.min(length, Math.floor(left / (ascending.length - position)));
    given[index] = share;
    left -= share;
  }
  return given;
}
