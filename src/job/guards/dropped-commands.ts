/**
 * Answers commands that were not carried out. Of the jobs of a thread one runs and one waits; GitHub drops the waiting one for a
 * newer one, without a message. Each later run looks back and answers each dropped command once. It does not carry a command out:
 * that needs a job of the command's own event.
 */

import { oneLine } from "../../base/truncate.ts";
import { systemClock } from "../../base/clock.ts";
import { fenced } from "../../base/plain-text.ts";
import { checkAccess } from "../../github/people/access.ts";
import { isEdited, wasEdited } from "../../github/people/text-editors.ts";
import { mayCommand, parseCommand } from "../../github/event/command.ts";
import { isOwn, noticeMark } from "../../publish/result/markers.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { member } from "../../base/member.ts";
import type { ClaimedIds } from "../sessions/claim-request.ts";
import { ownCommentOf } from "../context/posts.ts";
import type { JobContext } from "../context/job-context.ts";
import { repoOf } from "../context/job-parts.ts";
import { parseSessionId, sessionId } from "../sessions/session-id.ts";
import { requestKeyOf } from "../context/request-keys.ts";
import { listedComment, type ListedComment } from "../../github/event/payload.ts";

/** `at`: when it was written, ms since the epoch. */
type DatedComment = ListedComment & { readonly at: number };

const DAY_MS = 24 * 3_600_000;
/** A job reacts to its comment within this time: it needs a runner, a checkout and a sandbox. */
const STARTED_WITHIN_MS = 10 * 60_000;
/** Pages of 100 comments that are read, the newest first. */
const MAX_PAGES = 2;
const MAX_ANSWERED = 10;
/** UTF-16 units of comments with a command that are parsed, those of people who may give one first: some seconds of work. */
const MAX_PARSED_CHARS = 250_000;
/** Authors whose comments wait in the thread's concurrency group, in .github/workflows/kimi.yml. */
const INSIDERS: ReadonlySet<string> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** Finds dropped commands and answers them. Rejects where GitHub refuses. */
export async function replyToDroppedCommands(context: JobContext, claimed: Promise<ClaimedIds>): Promise<void> {
  const { client, self } = context;
  const { trigger } = context.inputs.start;
  const repo = repoOf(context);
  const now = systemClock.now();
  const since = new Date(now - DAY_MS).toISOString();
  const list = async (route: string): Promise<readonly unknown[]> => {
    const query = { ...inRepo(repo), since, sort: "created", direction: "desc" };
    return (await client.pages(route, query, { maxPages: MAX_PAGES, keep: "first" })).items;
  };
  const [{ claims, answers }, issue, review] = await Promise.all([
    claimed,
    list("GET /repos/{owner}/{repo}/issues/comments"),
    list("GET /repos/{owner}/{repo}/pulls/comments"),
  ]);
  const said = [...issue, ...review];
  let left = MAX_PARSED_CHARS;
  const commands = said
    .flatMap((item) => listedComment(item) ?? [])
    .map((comment) => ({ ...comment, at: Date.parse(comment.createdAt) }))
    .filter(
      ({ body, at, thread }) => at >= now - DAY_MS && Number.isInteger(thread.number) && mayCommand(body, trigger),
    )
    .toSorted((a, b) => Number(INSIDERS.has(b.association)) - Number(INSIDERS.has(a.association)) || b.at - a.at)
    .filter((comment) => (left -= comment.body.length) >= 0 && isByPerson(comment, context))
    .filter(({ body }) => parseCommand(body, trigger).kind !== "none")
    .toSorted((a, b) => a.at - b.at || a.id - b.id);
  // They have a concurrency group of their own in the workflow: they do not wait, and no other command is dropped for them.
  const apart = new Set(commands.filter(({ body }) => isApart(body, trigger)).map(idOf));
  const ids = [...claims, ...answers].filter((id) => !apart.has(id));
  const queued = commands.filter((comment) => !apart.has(idOf(comment)));
  const isReplied = ({ id }: DatedComment): boolean =>
    said.some((item) => marksOf(id).some((mark) => isOwn(item, self, mark)));
  const startedBy = now - STARTED_WITHIN_MS;
  const dropped = queued.filter((comment, index) => {
    const later = queued.slice(index + 1).filter((other) => other.at <= startedBy && !isEdited(other));
    const isOpen = !ids.includes(idOf(comment)) && !isReplied(comment) && comment.at <= startedBy;
    return isOpen && isOvertaken(comment, ids, later);
  });
  for (const comment of dropped.slice(0, MAX_ANSWERED)) await answer(comment, context);
}

/** Whether a person wrote it. Edited comments do not count, because their first text is not known; on a line the times do not say so. */
function isByPerson({ author, kind, ...times }: DatedComment, { self }: JobContext): boolean {
  return author.type === "User" && author.id !== self.id && (kind === "review" || !isEdited(times));
}

/** Whether the text keeps a comment's job out of the thread's concurrency group, by the condition in .github/workflows/kimi.yml. */
function isApart(body: string, trigger: string): boolean {
  const text = body.toLowerCase();
  return ["cancel", "status", "help"].some((verb) => text.includes(`${trigger.toLowerCase()} ${verb}`));
}

/** The id that the comment's own job claims. */
function idOf({ thread, kind, id, createdAt, at }: DatedComment): string {
  const key = requestKeyOf({ thread, comment: { kind, id }, before: createdAt });
  return sessionId({ thread: thread.number, at }, key);
}

/** Whether a later request took its place: jobs of a thread begin in the order of its comments, and only the newest waits. */
function isOvertaken({ thread, at }: DatedComment, ids: readonly string[], later: readonly DatedComment[]): boolean {
  const isLaterClaim = (id: string): boolean => {
    const name = parseSessionId(id);
    return name?.thread === thread.number && name.at > at;
  };
  return (
    ids.some(isLaterClaim) ||
    later.some((other) => other.thread.number === thread.number && INSIDERS.has(other.association))
  );
}

const marksOf = (id: number): readonly string[] => [noticeMark(String(id), "reply"), noticeMark(String(id), "dropped")];

async function answer(comment: DatedComment, context: JobContext): Promise<void> {
  const { client, self, job } = context;
  const repo = repoOf(context);
  const { id, thread, author, at } = comment;
  if (comment.reactions !== 0 && (await hasReaction(comment, context))) return;
  if (!(await checkAccess(client, { owner: job.owner, repo: job.repo, users: [author] })).allowed) return;
  const said = await client.paginate("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", {
    ...inRepo(repo),
    issue_number: thread.number,
    per_page: 100,
    since: new Date(at).toISOString(),
  });
  if (said.some((item) => marksOf(id).some((mark) => isOwn(item, self, mark)))) return;
  if (await wasEdited(client, comment)) return;
  const mark = noticeMark(String(id), "dropped");
  const own = ownCommentOf(context, { thread: thread.number, self, mark, known: async () => said });
  await own.put(
    `[This command](${comment.url}) was not carried out: while it waited, another job took its place, or its own job failed before it began. To have it carried out, write it again:\n\n${fenced(lineOf(comment, context.inputs.start.trigger))}`,
  );
}

async function hasReaction({ kind, id }: DatedComment, context: JobContext): Promise<boolean> {
  const place = kind === "issue" ? "issues" : "pulls";
  const route = `GET /repos/{owner}/{repo}/${place}/comments/{comment_id}/reactions`;
  const params = { ...inRepo(repoOf(context)), comment_id: id, per_page: 100 };
  const reactions = await context.client.paginate(route, params);
  return reactions.some((reaction) => member(member(reaction, "user"), "id") === context.self.id);
}

/** The first line that is a command by itself. */
function lineOf({ body }: DatedComment, trigger: string): string {
  const line = body.split(/\r?\n/).find((text) => parseCommand(text, trigger).kind !== "none");
  return oneLine(line?.trim() ?? trigger, 200);
}
