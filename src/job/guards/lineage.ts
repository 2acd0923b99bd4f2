/** Stops runs that start each other by what they push or open, and bots that answer each other. A person's comment begins the count anew. */

import { member } from "../../base/member.ts";
import { isAllowedBot } from "../../github/event/askers.ts";
import { parseCommand } from "../../github/event/command.ts";
import { depthInMessage } from "../../publish/branch/commit-message.ts";
import { depthInMark, isOwn, PULL_REQUEST_MARK } from "../../publish/result/markers.ts";
import type { JobContext } from "../context/job-context.ts";

/** Enough for a fix, its review, and the fix of what the review found. */
const MAX_DEPTH = 2;

/** Why the run may not start; undefined where it may. `depth` is `lineageDepth`. */
export function chainReason(context: JobContext, depth: number): string | undefined {
  if (depth <= MAX_DEPTH) return botChainReason(context);
  return `Another kimi-runner run started this one with its pull request or push (depth ${depth}, limit ${MAX_DEPTH}). Comment the command to run anyway.`;
}

/** How many runs started each other before this one: 0 when no run made what started it. Throws `github.*` where our push cannot be read. */
export async function lineageDepth(context: JobContext): Promise<number> {
  const { trigger, self } = context;
  const { thread, comment, authority } = trigger;
  if (thread?.kind !== "pull") return 0;
  const isOurs = isOwn({ user: thread.author, body: thread.body }, self, PULL_REQUEST_MARK);
  const isByUs = authority.kind === "people" && authority.users.at(-1)?.id === self.id;
  const pushed =
    comment === undefined && isByUs && "headSha" in thread ? await pushedDepth(context, thread.headSha) : undefined;
  const before = [...(isOurs ? [depthInMark(thread.body)] : []), ...(pushed === undefined ? [] : [pushed])];
  return before.length === 0 ? 0 : Math.max(...before) + 1;
}

/** The depth of the run that made a commit; undefined for a commit of another account. */
async function pushedDepth({ client, job, self }: JobContext, ref: string): Promise<number | undefined> {
  const { owner, repo } = job;
  const { data } = await client.request("GET /repos/{owner}/{repo}/commits/{ref}", { owner, repo, ref });
  const message = member(member(data, "commit"), "message");
  if (member(member(data, "author"), "id") !== self.id || typeof message !== "string") return undefined;
  return depthInMessage(message);
}

/** Why a bot's command starts no run: the commands of bots since the last comment of a person are counted. */
function botChainReason({ trigger, thread, self, inputs }: JobContext): string | undefined {
  const { authority, comment } = trigger;
  const { start } = inputs;
  const [asker] = authority.kind === "people" ? authority.users : [];
  if (asker === undefined || comment === undefined || !isAllowedBot(asker, start)) return undefined;
  const items = thread?.items ?? [];
  const isBot = (author: string): boolean => author === self.login || start.allowedBots?.includes(author) === true;
  const since = items.slice(items.findLastIndex(({ author }) => !isBot(author)) + 1);
  const before = since.filter(({ text }) => parseCommand(text, start.trigger).kind === "run").length;
  if (before < MAX_DEPTH) return undefined;
  return `${asker.login} asked ${before} times since a person last wrote here (limit ${MAX_DEPTH}). Comment the command to run anyway.`;
}
