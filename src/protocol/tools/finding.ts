/** What a review finds: what the model reports, where it stands in the diff, and what came of its suggestion. */

import { counted } from "../../base/words.ts";

export const SEVERITIES = ["bug", "risk", "nit"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `1 bug, 2 risks`, the gravest first. */
export function severityCounts(findings: readonly { readonly severity: Severity }[]): string {
  const counts = SEVERITIES.map(
    (severity) => [severity, findings.filter((one) => one.severity === severity).length] as const,
  );
  return counts.flatMap(([severity, count]) => (count === 0 ? [] : [counted(count, severity)])).join(", ");
}

/** A finding as the model reports it. */
export interface AskedFinding {
  readonly path: string;
  /** The lines that it is about, word for word; empty for lines that are only named by their numbers. */
  readonly quote: readonly string[];
  /** Number of the first line, as the model believes it. */
  readonly line?: number | undefined;
  readonly severity: Severity;
  readonly title: string;
  readonly evidence: string;
  /** The lines that would replace those of the quote; empty deletes them. */
  readonly replacement?: readonly string[] | undefined;
}

/** Lines of one hunk: `RIGHT` is the head, `LEFT` the base. */
export interface Anchor {
  readonly side: "LEFT" | "RIGHT";
  /** From 1. */
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

export interface Finding extends AskedFinding {
  /** Stays the same when lines move, a file is renamed or the model words the finding anew. */
  readonly fingerprint: string;
  /** Left out where no line of the diff can carry the finding. */
  readonly anchor?: Anchor | undefined;
  readonly unanchored?: string | undefined;
  /** Why the replacement cannot be a suggestion. */
  readonly prose?: string | undefined;
}

/** The commits between which a review looks: the merge base is found from them. */
export interface ReviewRange {
  readonly base: string;
  readonly head: string;
  /** The head that was reviewed before: only what is new since then is asked about. */
  readonly since?: string | undefined;
  /** In how many areas a large change is shown; left out where it is shown at once. */
  readonly areas?: number | undefined;
}

/** A large change is shown by areas. The message with a later one begins so, and the session's fold counts them by it. */
export function areaBegin(number: number, count: number): string {
  return `Area ${number} of ${count} of the change:`;
}

interface Said {
  readonly role: string;
  readonly content?: unknown;
  /** The program said it, and no person. */
  readonly synthetic?: boolean | undefined;
}

/** The number of the newest area that messages of the program show; undefined where they show none. */
export function areaIn(messages: readonly Said[]): number | undefined {
  const { content } = messages.findLast(({ role, synthetic }) => role === "user" && synthetic === true) ?? {};
  const [, number] = /^Area (\d{1,4}) of \d{1,4} of the change:/.exec(typeof content === "string" ? content : "") ?? [];
  return number === undefined ? undefined : Number(number);
}

/** What a review's run offers the tool `report_finding`. */
export interface FindingReports {
  /** Finds the place of a finding and answers the model. Without `finding` nothing is to be recorded. */
  readonly check: (asked: AskedFinding) => Promise<{ readonly finding?: Finding; readonly text: string }>;
}
