/** The message of our commits: subject, link to the run, trailers. Foreign text in it cannot trigger checks or close issues. */

import { shownText } from "../../base/plain-text.ts";
import { headTail, oneLine } from "../../base/truncate.ts";
import { noReplyDomain } from "../../github/api/forge.ts";
import type { AccountRef } from "../result/ports.ts";
import { spaceReferences } from "../render/safe-markdown.ts";

export interface CommitMessageParts {
  /** Foreign text, e.g. the title of the issue. */
  readonly title: string;
  /** The model's subject, checked, which takes the place of the title. */
  readonly subject?: string | undefined;
  /** Foreign text below the subject. */
  readonly body?: string | undefined;
  /** Thread the run belongs to. */
  readonly number?: number | undefined;
  readonly sessionId: string;
  /** Length of the chain of runs that started this one. */
  readonly depth?: number | undefined;
  readonly requester?: AccountRef | undefined;
  readonly runUrl?: string | undefined;
  /** Server of the co-author's account. */
  readonly serverUrl?: string | undefined;
}

/** Names the session in a commit, so that a later run recognises its own commits. */
export const SESSION_TRAILER = "Kimi-Session";

/** Length of the chain of runs, if another run's action started this one. */
const DEPTH_TRAILER = "Kimi-Depth";

/** The tree of the run, in a commit on top of another person's, which itself has another tree. */
const TREE_TRAILER = "Kimi-Tree";

/** The message of a commit on top of another person's. */
export function withTree(message: string, tree: string): string {
  return `${message}${TREE_TRAILER}: ${tree}\n`;
}

/** The tree in the message of such a commit. */
export function treeIn(message: string): string | undefined {
  return new RegExp(`^${TREE_TRAILER}: ([0-9a-f]{40,64})$`, "m").exec(message)?.[1];
}

/** git and GitHub show 72 characters of a subject without cutting it. */
const MAX_SUBJECT = 72;

/** The same parts give the same bytes. */
export function commitMessage(parts: CommitMessageParts): string {
  const { title, number, sessionId, depth = 0, requester, runUrl, serverUrl = "" } = parts;
  const suffix = number === undefined ? "" : ` (#${number})`;
  const wanted = parts.subject ?? harmlessTitle(title);
  const subject = oneLine(wanted, MAX_SUBJECT - suffix.length) || "Changes by kimi-runner";
  const trailers = [
    ...(requester === undefined ? [] : [`Co-authored-by: ${requester.login} <${noReply(requester, serverUrl)}>`]),
    `${SESSION_TRAILER}: ${sessionId}`,
    ...(depth === 0 ? [] : [`${DEPTH_TRAILER}: ${depth}`]),
  ];
  const body = harmlessBody(parts.body);
  const run = runUrl === undefined ? [] : [`Run: ${runUrl}`];
  return `${[`${subject}${suffix}`, ...body, ...run, trailers.join("\n")].join("\n\n")}\n`;
}

/** A longer one belongs in a pull request. */
const MAX_BODY_CHARS = 4_000;

/** The body with lines that look like trailers indented, so that none counts as one. */
function harmlessBody(body = ""): readonly string[] {
  const lines = harmlessTitle(headTail(body.trim(), MAX_BODY_CHARS, (dropped) => `[${dropped} characters left out]`))
    .split(/[\n\u2028\u2029]/)
    .map((line) => line.replace(/^(?=[A-Za-z]+-[\w-]*: )/, "  ").trimEnd());
  return lines.join("") === "" ? [] : [lines.join("\n").replace(/\n{3,}/g, "\n\n")];
}

/** The depth in the message of one of our commits; undefined for a commit of another author. */
export function depthInMessage(message: string): number | undefined {
  if (!new RegExp(`^${SESSION_TRAILER}: \\S`, "m").test(message)) return undefined;
  return Number(new RegExp(`^${DEPTH_TRAILER}: (\\d{1,6})$`, "m").exec(message)?.[1] ?? 0);
}

/** The server's no-reply address of an account: it credits the account without its real address. */
export function noReply({ id, login }: AccountRef, serverUrl: string): string {
  return `${id}+${login}@${noReplyDomain(serverUrl)}`;
}

/**
 * A title with `[skip ci]` would switch off the checks, `@name` would notify, `fixes #1` would close an issue. This also
 * applies to the title of a pull request, which is the commit's subject after a squash merge.
 */
export function harmlessTitle(title: string): string {
  return spaceReferences(
    shownText(title)
      .replace(/\[([^[\]]*)\]/g, "($1)")
      .replaceAll("***NO_CI***", "NO_CI"),
  );
}
