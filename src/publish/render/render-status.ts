/** Text of the reply to `status`: what runs or waits in a thread, what it cost, and where to look. */

import { duration } from "../../base/clock.ts";
import { oneLine } from "../../base/truncate.ts";
import { costLine, withCountsOf } from "./cost-line.ts";
import { codeSpan, shortDigest, utc } from "./deferral-calls.ts";
import { OUTCOMES } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { waitingCalls } from "../../run-model/held-calls.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { bulleted, dotted, paragraphs } from "./render-parts.ts";
import { safeInline, safeWords, wordsOfSafe } from "./safe-markdown.ts";

/** A session of the thread in its last saved state, and what its status comment tells of later steps. */
export interface SessionStatus {
  readonly kind: "working" | "waiting" | "unpublished" | "stopped";
  /** Undefined for a run of which nothing was saved yet. */
  readonly facts?: RunFacts | undefined;
  readonly verb?: string | undefined;
  readonly requester?: string | undefined;
  /** Page of its job; empty outside of a workflow. */
  readonly runUrl: string;
  /** Addresses of its status comment and of its request for approval. */
  readonly commentUrl?: string | undefined;
  readonly comment?: string | undefined;
  readonly requestUrl?: string | undefined;
  /** When the waiting request expires, ms since the epoch. */
  readonly expiresAt?: number | undefined;
}

export interface ThreadStatus {
  readonly sessions: readonly SessionStatus[];
  /** The newest comment with a result: its heading, as Markdown of ours, and its address. */
  readonly last: { readonly heading: string; readonly url: string } | undefined;
  /** Why other sessions could not be read. */
  readonly problems: readonly string[];
  /** The word that begins a command. */
  readonly command: string;
}

export function renderStatus({ sessions, last, problems, command }: ThreadStatus): string {
  const said = sessions.flatMap((session) => statusOf(session, command));
  const nothing = ["**Nothing of this thread runs or waits.**"];
  const newest = last && `The newest result here: [${safeWords(wordsOfSafe(last.heading))}](${last.url})`;
  return paragraphs([
    ...(said.length === 0 ? [...nothing, newest ?? `\`${command} fix\` starts a run.`] : said),
    ...problems.map((problem) => `A stored run cannot be read: ${safeWords(problem)}`),
  ]);
}

function statusOf(session: SessionStatus, command: string): readonly string[] {
  const { kind, facts, verb, requester, runUrl, commentUrl, requestUrl } = session;
  const who = requester === undefined ? "" : `asked by ${safeInline(requester)}`;
  const links = [
    runUrl === "" ? "" : `[job](${runUrl})`,
    commentUrl === undefined ? "" : `[comment](${commentUrl})`,
    requestUrl === undefined ? "" : `[request](${requestUrl})`,
  ];
  return [
    `### ${headingOf(session)}`,
    dotted([verb === undefined ? "" : codeSpan(`${command} ${verb}`), who, ...links]),
    ...(facts === undefined ? [] : bodyOf(session, facts)),
    ...(kind === "unpublished" ? [`\`${command} resume\` publishes it.`] : []),
    ...(kind === "stopped" ? [`\`${command} resume\` continues it, \`${command} cancel\` deletes it.`] : []),
  ];
}

function headingOf({ kind, facts, expiresAt }: SessionStatus): string {
  switch (kind) {
    case "working":
      return facts === undefined ? "⏳ Starting" : "⏳ Working";
    case "waiting":
      return `⏸️ Needs your answer${expiresAt === undefined ? "" : ` until ${utc(expiresAt)}`}`;
    case "unpublished":
      return "📦 Ended, not published yet";
    case "stopped":
      return facts?.outcome === undefined ? "⏹️ Stopped" : OUTCOMES[facts.outcome.outcome].title;
  }
}

/** Calls that are listed; the request shows all of them. */
const MAX_CALLS = 10;

function bodyOf({ kind, comment = "" }: SessionStatus, facts: RunFacts): readonly string[] {
  const calls = kind === "waiting" ? waitingCalls(facts.asked) : [];
  const lineOf = (call: HeldCall): string => `\`${shortDigest(call)}\` ${safeInline(oneLine(call.summary, 160))}`;
  return [
    ...(kind === "working" && facts.doing !== undefined
      ? [`Saved last: ${safeInline(oneLine(facts.doing, 200))}`]
      : []),
    ...(kind === "stopped" && facts.outcome !== undefined ? [safeWords(facts.outcome.reason)] : []),
    bulleted(calls, lineOf, MAX_CALLS),
    dotted([
      facts.worked.ms === 0 ? "" : duration(facts.worked.ms),
      withCountsOf(kind === "working" ? comment : "", costLine(facts)),
    ]),
  ];
}
