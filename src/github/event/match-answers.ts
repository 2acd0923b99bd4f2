/**
 * Matches a person's answer with the waiting calls: the call of each digest, or the reasons why the answer is refused. A comment
 * with one mistake answers no call.
 */

import { inline } from "../../base/plain-text.ts";
import { namedUpTo } from "../../base/words.ts";
import { canStand, shownFiles, type Answer } from "../../protocol/approval.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { UNSHOWN_OPTION, type GivenAnswer } from "./answer.ts";

export interface Waiting {
  /** Calls without an answer, in the order they were shown. */
  readonly held: readonly Pick<HeldCall, "digest" | "rule" | "also" | "files" | "unshown" | "preview">[];
  /** Earlier answers of the same session, by full digest. */
  readonly answered: ReadonlyMap<string, Answer>;
  /** When the held calls were shown. Times are ms since the epoch, from GitHub's clock where possible. */
  readonly shownAt: number;
  readonly expiresAt: number;
  readonly now: number;
  /** The policy lets approvals hold for the rest of a session. */
  readonly allowsSession: boolean;
}

export interface Giver {
  readonly by: string;
  /** When the comment was written, ISO 8601. */
  readonly writtenAt: string;
}

export type Matched =
  /** By full digest, in the order the calls were shown. */
  | { readonly kind: "answers"; readonly answers: ReadonlyMap<string, Answer> }
  /** `text` is Markdown for a reply. */
  | { readonly kind: "refused"; readonly text: string };

/** Calls that a request shows in full. With more of them, `approve all` would approve unread calls. */
export const SHOWN_WHOLE = 10;

/** Never throws. */
export function matchAnswers(answer: GivenAnswer, giver: Giver, waiting: Waiting): Matched {
  const { held, expiresAt, now, allowsSession } = waiting;
  const problems: string[] = [];
  const meant = new Set<string>();
  if (answer.digests === "all") {
    problems.push(...problemsOfAll(giver, waiting));
    if (answer.verdict === "approve" && held.length > SHOWN_WHOLE) problems.push(TOO_MANY_UNREAD);
    for (const { digest } of held) meant.add(digest);
  } else {
    for (const prefix of answer.digests) {
      const found = find(prefix, waiting);
      if ("problem" in found) problems.push(found.problem);
      else if (meant.has(found.digest)) problems.push(`${code(found.digest)} is named twice.`);
      else meant.add(found.digest);
    }
  }
  if (problems.length === 0 && now >= expiresAt) {
    problems.push(`The request expired at ${new Date(expiresAt).toISOString()}. Ask for the work again.`);
  }
  const named = held.filter(({ digest }) => meant.has(digest));
  if (answer.isForSession && !allowsSession) {
    problems.push("`--session` is not allowed by the policy (`approvers.session`).");
  } else if (answer.isForSession) {
    problems.push(...named.flatMap(problemsOfStanding));
  }
  if (answer.verdict === "approve") problems.push(...named.flatMap((call) => problemsOfUnshown(call, answer)));
  if (problems.length > 0) return { kind: "refused", text: refusal(problems, waiting) };
  const { verdict, reason, isForSession, coversUnshown } = answer;
  const given: Answer = {
    verdict,
    by: giver.by,
    ...(reason === undefined ? {} : { reason }),
    ...(isForSession ? { isForSession } : {}),
    ...(coversUnshown === true ? { coversUnshown } : {}),
  };
  return { kind: "answers", answers: new Map(named.map(({ digest }) => [digest, given])) };
}

/** `all` covers only calls shown before it was written. Digests prove that by themselves. */
function problemsOfAll({ writtenAt }: Giver, { held, shownAt }: Waiting): readonly string[] {
  if (held.length === 0) return [NOTHING];
  if (Date.parse(writtenAt) >= Math.floor(shownAt / 1000) * 1000) return [];
  return ["`all` was written before these calls were shown. Read them and answer again."];
}

/** An approval for the session needs a call that exactly one rule of the policy holds. */
function problemsOfStanding(call: Waiting["held"][number]): readonly string[] {
  if (canStand(call)) return [];
  const rules = [call.rule, ...(call.also ?? [])].map((rule) => `\`${inline(rule)}\``).join(", ");
  const why =
    call.also === undefined
      ? "which holds all actions that no rule of the policy names"
      : "and an approval for the session applies to one rule";
  return [`${code(call.digest)} is held by ${rules}, ${why}; approve it without \`--session\`.`];
}

/** An approval covers what its request shows whole. For the rest it has to say that the person read it elsewhere. */
function problemsOfUnshown(call: Waiting["held"][number], { coversUnshown }: GivenAnswer): readonly string[] {
  if (call.files === undefined) {
    return coversUnshown === true
      ? [`\`${UNSHOWN_OPTION}\` is for changed files, and ${code(call.digest)} is an action.`]
      : [];
  }
  if (coversUnshown === true || shownFiles(call).length > 0) return [];
  const what = call.files.length === 1 ? "The file is not" : "None of the files is";
  return [
    `${what} shown in full in the request. Read the change in changes.patch of the run's bundle, and answer with \`approve ${call.digest.slice(0, SHOWN)} ${UNSHOWN_OPTION}\`.`,
  ];
}

const TOO_MANY_UNREAD = `More than ${SHOWN_WHOLE} calls wait, but only ${SHOWN_WHOLE} are shown in full. Name the digests of the calls that you read.`;
const NOTHING = "Nothing waits for an answer here.";

function find(prefix: string, { held, answered }: Waiting): { readonly digest: string } | { readonly problem: string } {
  const known = [...new Set([...held.map(({ digest }) => digest), ...answered.keys()])];
  const fitting = known.filter((digest) => digest.startsWith(prefix));
  const [digest] = fitting;
  if (digest === undefined)
    return { problem: held.length === 0 ? NOTHING : `${code(prefix, 64)} is not the digest of a waiting call.` };
  if (fitting.length > 1) {
    const several = shown(fitting, distinct(fitting));
    return { problem: `${code(prefix, 64)} matches several digests: ${several}. Write more digits.` };
  }
  const earlier = answered.get(digest);
  if (earlier === undefined) return { digest };
  const what = earlier.verdict === "approve" ? "approved" : "rejected";
  return { problem: `${code(digest)} was ${what} by ${inline(earlier.by)} already.` };
}

/** The number of digits that distinguishes the digests. */
function distinct(digests: readonly string[]): number {
  let digits = SHOWN;
  while (digits < 64 && new Set(digests.map((digest) => digest.slice(0, digits))).size < digests.length) digits += 1;
  return digits;
}

/** Digits of a digest in a request. */
const SHOWN = 12;
/** Lines of a reply; further problems are counted. */
const MAX_LINES = 10;

function refusal(problems: readonly string[], { held, answered }: Waiting): string {
  const lines = [...new Set(problems)];
  const more = lines.length > MAX_LINES ? [`- … and ${lines.length - MAX_LINES} more`] : [];
  const digests = held.map(({ digest }) => digest);
  const waits =
    digests.length === 0 ? [] : ["", `Waiting: ${shown(digests, distinct([...digests, ...answered.keys()]))}.`];
  return [
    "Your answer was not used:",
    "",
    ...lines.slice(0, MAX_LINES).map((line) => `- ${line}`),
    ...more,
    ...waits,
  ].join("\n");
}

function shown(digests: readonly string[], digits: number): string {
  return namedUpTo(
    digests.map((digest) => code(digest, digits)),
    MAX_LINES,
  );
}

/** Digests are ours, and prefixes are hexadecimal digits. */
function code(digest: string, digits = SHOWN): string {
  return `\`${digest.slice(0, digits)}\``;
}
