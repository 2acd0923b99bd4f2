/** What became of the findings that stand in a pull request: who ended them, and which of them are fixed. Pure. */

import { placesIn } from "../base/places-in.ts";
import type { Account } from "../github/event/event-parts.ts";
import { OWN_MARKER } from "../github/event/marker.ts";
import { plainLines } from "../github/markdown/plain-lines.ts";
import type { ReviewThread, ThreadComment } from "../github/thread/review-threads.ts";
import type { Finding } from "../protocol/tools/finding.ts";
import type { AccountRef } from "../publish/result/ports.ts";
import { withoutBlanks } from "./check-finding.ts";
import { fingerprintIn, severityIn } from "./render.ts";
import { linesOf } from "./suggestion.ts";

/**
 * `ended`: a person with write access said no, for good. `disputed`: somebody else did. `open`: it stands there. `fixed`: we closed it,
 * so that it is news when it comes back.
 */
export type Standing = "ended" | "disputed" | "open" | "fixed";

export interface OwnThread extends ReviewThread {
  readonly fingerprint: string;
}

/** First line of our answer in the thread of a finding that is fixed. */
const FIXED_MARK = `${OWN_MARKER}:fixed -->`;

export function fixedText(head: string): string {
  return `${FIXED_MARK}\nFixed in ${head}.`;
}

/** Whether the account is an App's, whose acts are never those of a person. */
export function isApp({ login }: AccountRef): boolean {
  return login.endsWith("[bot]");
}

/** Threads that begin with an unedited comment of our own that has a finding's mark. */
export function ownThreads(threads: readonly ReviewThread[], self: AccountRef): readonly OwnThread[] {
  return threads.flatMap((thread) => {
    const { first } = thread;
    const fingerprint = isBy(first.author, self) && !first.isEdited ? fingerprintIn(first.body) : undefined;
    return fingerprint === undefined ? [] : [{ ...thread, fingerprint }];
  });
}

/** Everybody but this program who resolved the thread, gave it a 👎 or declined it in words. */
export function objectors(thread: OwnThread, self: AccountRef): readonly Account[] {
  const { resolvedBy, isResolved, against, replies } = thread;
  const declined = replies.filter(({ body }) => !body.startsWith(OWN_MARKER) && declines(body));
  const all = [isResolved ? resolvedBy : undefined, ...against, ...declined.map(({ author }) => author)];
  return all.filter((one) => one !== undefined).filter((one) => !(isApp(self) && isBy(one, self)));
}

/** How a finding stands by its thread. `mayWrite` has the ids of objectors with write access. */
function standingOf(thread: OwnThread, self: AccountRef, mayWrite: ReadonlySet<number>): Standing {
  const all = objectors(thread, self);
  if (all.some(({ id }) => mayWrite.has(id))) return "ended";
  if (isAnswered(thread, self) || (thread.isResolved && isApp(self) && isBy(thread.resolvedBy, self))) return "fixed";
  return thread.isResolved || all.length > 0 ? "disputed" : "open";
}

const BY_WEIGHT: readonly Standing[] = ["ended", "disputed", "open", "fixed"];

/** How each finding stands; a finding may have several threads, when it came back. */
export function standings(
  threads: readonly OwnThread[],
  self: AccountRef,
  mayWrite: ReadonlySet<number>,
): ReadonlyMap<string, Standing> {
  const found = new Map<string, Standing>();
  for (const thread of threads) {
    const both = new Set([standingOf(thread, self, mayWrite), found.get(thread.fingerprint)]);
    found.set(thread.fingerprint, BY_WEIGHT.find((one) => both.has(one)) ?? "open");
  }
  return found;
}

/** Whether we said already that the finding is fixed. */
function isAnswered({ replies }: OwnThread, self: AccountRef): boolean {
  return replies.some(
    ({ author, body, isEdited }: ThreadComment) => isBy(author, self) && !isEdited && body.startsWith(FIXED_MARK),
  );
}

/** Threads that a person may still see as open. */
export function isUnsettled(thread: OwnThread, self: AccountRef): boolean {
  return !thread.isResolved && !isAnswered(thread, self);
}

/** The lines that a thread is about, as they were; undefined where GitHub does not tell all of them. */
export function quotedIn({ diffHunk, lines, side }: ReviewThread): readonly string[] | undefined {
  if (lines === undefined) return undefined;
  const other = side === "LEFT" ? /^[+\\]/ : /^[-\\]/;
  const shown = diffHunk
    .split("\n")
    .slice(1)
    .filter((line) => !other.test(line));
  const quoted = shown.slice(-lines).map((line) => line.slice(1));
  const isTold = shown.length >= lines && quoted.some((line) => /\S/.test(line));
  return isTold ? quoted : undefined;
}

/** Numbers of the first lines at which the quoted ones stand one after the other. Blanks do not count. */
export function startsOf(quoted: readonly string[], given: readonly string[]): readonly number[] {
  return placesIn(given.map(withoutBlanks), quoted.map(withoutBlanks)).map((at) => at + 1);
}

/** How often the lines stand in a file one after the other. */
export function timesIn(quoted: readonly string[], content: Buffer): number {
  return startsOf(quoted, linesOf(content)).length;
}

/**
 * How a finding stands whose fingerprint is new only because a line beside it changed: there is a thread of its severity about its very
 * lines, which stand once in the file.
 */
export function standingBeside(
  { path, severity, anchor }: Finding,
  content: Buffer,
  { threads, standing }: { readonly threads: readonly OwnThread[]; readonly standing: ReadonlyMap<string, Standing> },
): Standing | undefined {
  if (anchor?.side !== "RIGHT") return undefined;
  const lines = linesOf(content).slice(anchor.start - 1, anchor.end);
  const text = lines.map(withoutBlanks).join("\n");
  if (timesIn(lines, content) !== 1) return undefined;
  const same = threads.filter(
    (thread) =>
      thread.path === path &&
      thread.side === anchor.side &&
      severityIn(thread.first.body) === severity &&
      quotedIn(thread)?.map(withoutBlanks).join("\n") === text,
  );
  return BY_WEIGHT.find((one) => same.some(({ fingerprint }) => standing.get(fingerprint) === one));
}

function isBy(account: Account | undefined, self: AccountRef): boolean {
  return account?.id === self.id;
}

/** What may stand before the words, such as "but this is". */
const LEAD = String.raw`(?:(?:no|nope|but|and|so|sorry|thanks|we|i|i'll|i'm)\s+)*`;
const THIS = String.raw`(?:(?:this|that|it)(?:'s|\s+is|\s+was|\s+works|\s+behaves)?\s+)?`;
/** The words that decline a finding; docs/review.md lists them. "It won't fix …" is said of a suggestion. */
const REFUSAL = String.raw`(?:won'?t|will\s+not)[\s-]*fix|(?:(?:this|that|it)\s+)?(?:won'?t|will\s+not)\s+be\s+fixed`;
const DENIAL = String.raw`not\s+an?\s+(?:bug|issue|problem)|a?\s*false\s+positive|(?:(?:works|working)\s+)?(?:by\s+design|as\s+(?:designed|intended))|(?:intended|intentional)(?!\s+(?:to|for))|dismiss(?:ed|ing)?`;
const DECLINES = new RegExp(`^${LEAD}(?:${REFUSAL}|${THIS}(?:${DENIAL}))(?![\\w'-])`, "i");

/** Whether a reply declines the finding: a clause that begins with one of the words, in no quotation, code or question. */
export function declines(body: string): boolean {
  const lines = plainLines(body.replace(/\r\n?/g, "\n")) ?? [];
  const sentences = lines.flatMap(({ text }) => text.replace(/’/g, "'").split(/(?<=[.!?])\s/));
  return sentences
    .filter((sentence) => !sentence.includes("?"))
    .some((sentence) => sentence.split(/[,;:–—]/).some((clause) => DECLINES.test(clause.replace(/^[\s*_#-]+/, ""))));
}
