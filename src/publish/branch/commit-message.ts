/** The message of our commits: subject, what asked for it, and trailers. Foreign words in it can start or close nothing. */

import { plainText } from "../../base/plain-text.ts";
import { oneLine } from "../../base/truncate.ts";
import type { AccountRef } from "../result/ports.ts";
import { breakReferences } from "../render/safe-markdown.ts";

export interface CommitMessageParts {
  /** What was asked for, e.g. the title of the issue: foreign text. */
  readonly title: string;
  /** Thread the run belongs to. */
  readonly number?: number | undefined;
  readonly sessionId: string;
  /** How many runs started each other before this one. */
  readonly depth?: number | undefined;
  readonly requester?: AccountRef | undefined;
  readonly runUrl?: string | undefined;
}

/** Names the session in a commit: how a later run knows its own. */
export const SESSION_TRAILER = "Kimi-Session";

/** Where a run was started by what another run did. */
const DEPTH_TRAILER = "Kimi-Depth";

/** git and GitHub show 72 characters of a subject without cutting it. */
const MAX_SUBJECT = 72;

/** The same parts give the same bytes. */
export function commitMessage({ title, number, sessionId, depth = 0, requester, runUrl }: CommitMessageParts): string {
  const suffix = number === undefined ? "" : ` (#${number})`;
  const subject = oneLine(harmlessTitle(title), MAX_SUBJECT - suffix.length) || "Changes by kimi-runner";
  const trailers = [
    ...(requester === undefined ? [] : [`Co-authored-by: ${requester.login} <${noReply(requester)}>`]),
    `${SESSION_TRAILER}: ${sessionId}`,
    ...(depth === 0 ? [] : [`${DEPTH_TRAILER}: ${depth}`]),
  ];
  const body = runUrl === undefined ? [] : [`Run: ${runUrl}`];
  return `${[`${subject}${suffix}`, ...body, trailers.join("\n")].join("\n\n")}\n`;
}

/** The depth that the message of a commit of ours tells; undefined for a commit of somebody else. */
export function depthInMessage(message: string): number | undefined {
  if (!new RegExp(`^${SESSION_TRAILER}: \\S`, "m").test(message)) return undefined;
  return Number(new RegExp(`^${DEPTH_TRAILER}: (\\d{1,6})$`, "m").exec(message)?.[1] ?? 0);
}

/** The address GitHub credits an account with, without showing a real one. */
export function noReply({ id, login }: AccountRef): string {
  return `${id}+${login}@users.noreply.github.com`;
}

/**
 * A title with `[skip ci]` would switch off the checks, `@name` would notify, `fixes #1` would close. That of a pull request
 * as well: it is the subject of the commit when the pull request is squashed.
 */
export function harmlessTitle(title: string): string {
  return breakReferences(
    plainText(title)
      .replace(/\[([^\]]*)\]/g, "($1)")
      .replaceAll("***NO_CI***", "NO_CI")
      .replaceAll("@", "@\u200B"),
  );
}
