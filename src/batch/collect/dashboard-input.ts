/** Makes lines of what people say on the dashboard: ticked boxes, answers and wishes in comments. Their permission is checked each time. */

import * as z from "zod/mini";
import type { GivenAnswer } from "../../github/event/answer.ts";
import { checkAccess, type Access } from "../../github/people/access.ts";
import { checkApprover, ownedPaths } from "../../github/people/approver.ts";
import { answerIn, isEdited } from "../../github/event/answer-in-comment.ts";
import type { Account } from "../../github/event/event-parts.ts";
import { sanitise } from "../../github/sanitise/sanitise.ts";
import type { FoundIssue } from "../../publish/issues/own-issue.ts";
import type { Ticks } from "../../publish/issues/read-ticks.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { foldResults, type BatchState } from "../results/fold.ts";
import { releaseOf } from "../results/release.ts";
import type { AnswerLine, ApprovedLine, AskedLine, ResultsLine, RequestLine } from "../results/results-line.ts";
import { readHead } from "../../workspace/repository.ts";
import { idsOf, requestersOf } from "./starters.ts";
import { requestOfBox } from "./dashboard-text.ts";
import type { BatchPublisher } from "./publisher.ts";
import type { BatchRecord } from "./record-ref.ts";
import { shownActions, type ShownAction } from "./shown-actions.ts";

type InputLine = RequestLine | ApprovedLine | AnswerLine;

export interface DashboardInput {
  /** Lines that are not in the record yet. */
  readonly lines: readonly InputLine[];
  /** Why something did not count, in Markdown. */
  readonly notes: readonly string[];
}

export interface InputQuestion {
  readonly delivery: BatchPublisher;
  readonly record: BatchRecord;
  readonly issue: FoundIssue;
  readonly ticks: Ticks;
  readonly trigger: string;
}

/** Reads the issue and its comments. Rejects as the client does. */
export async function readDashboardInput(question: InputQuestion): Promise<DashboardInput> {
  const state = foldResults(question.record.plan, question.record.lines);
  const ticked = boxesIn(question, state);
  const written = await readComments(question, state);
  return { lines: [...ticked.lines, ...written.lines], notes: [...ticked.notes, ...written.notes] };
}

function boxesIn({ delivery, ticks }: InputQuestion, state: BatchState): DashboardInput {
  switch (ticks.kind) {
    case "none":
      return { lines: [], notes: [] };
    case "refused":
      return { lines: [], notes: [`Ticks did not count: ${ticks.reason}`] };
    case "counted": {
      const at = new Date(delivery.clock.now()).toISOString();
      const lines = ticks.ids.flatMap((id): readonly RequestLine[] => {
        const wish = requestOfBox(id, state);
        return wish === undefined ? [] : [{ type: "wish", ...wish, by: ticks.by, at }];
      });
      return { lines, notes: [] };
    }
    default:
      return ticks satisfies never;
  }
}

const Comment = z.object({
  id: z.int(),
  body: z.nullish(z.string()),
  html_url: z.string(),
  user: z.nullable(z.object({ id: z.int(), login: z.string(), type: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
});
type Comment = z.infer<typeof Comment>;

/** It can take a second to read a comment of 65,536 characters, and anyone may write hundreds of them. */
const MAX_STRANGERS_CHARS = 4_000;

async function readComments(
  { delivery, record, issue, trigger }: InputQuestion,
  state: BatchState,
): Promise<DashboardInput> {
  const { client, repo, self } = delivery.github;
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const found = await client.paginate(route, { ...inRepo(repo), issue_number: issue.number, per_page: 100 });
  const lines: InputLine[] = [];
  const waiting = shownActions(state, record.sessions).filter(({ answer }) => answer === undefined);
  const notes: string[] = [];
  const asked = new Map<number, Promise<Access>>();
  const accessOf = (user: Account): Promise<Access> => {
    const access = asked.get(user.id) ?? checkAccess(client, { owner: repo.owner, repo: repo.name, users: [user] });
    asked.set(user.id, access);
    return access;
  };
  for (const data of found) {
    const comment = Comment.safeParse(data);
    if (!comment.success || comment.data.user === null || comment.data.user.id === self.id) continue;
    const isLong = (comment.data.body ?? "").length > MAX_STRANGERS_CHARS;
    if (isLong && !(await accessOf(comment.data.user)).allowed) continue;
    const { user: author } = comment.data;
    const said = { comment: comment.data, author, accessOf, trigger, delivery, lines: record.lines };
    for (const answer of [
      await releaseIn(said, state),
      await answersIn(said, waiting),
      await requestsIn(said, state),
    ]) {
      if (typeof answer === "string") notes.push(answer);
      else lines.push(...answer);
    }
  }
  return { lines, notes };
}

interface SaidComment extends Pick<InputQuestion, "trigger" | "delivery"> {
  readonly comment: Comment;
  readonly author: Account;
  readonly accessOf: (user: Account) => Promise<Access>;
  /** The lines of the record. */
  readonly lines: readonly ResultsLine[];
}

/** A person who may approve under the plan's policy releases the rest of the batch, by the digest that the dashboard shows. */
async function releaseIn(said: SaidComment, state: BatchState): Promise<readonly ApprovedLine[] | string> {
  const { comment, author, trigger } = said;
  const release = releaseOf(state);
  const answer = answerIn(comment.body ?? "", trigger);
  if (release === undefined || answer?.verdict !== "approve" || answer.digests === "all") return [];
  if (!answer.digests.some((digest) => release.digest.startsWith(digest))) return [];
  const access = await mayAnswer(said, answer, { paths: [], requesters: requestersOf(said.lines) });
  if (!access.allowed) return `The approval did not count: ${access.reason}`;
  const { digest, upTo } = release;
  return [{ type: "approved", digest, by: author.login, at: timeOf(comment), upTo }];
}

/** Answers to held actions, by the digests that the dashboard shows. `all` does not count: it could answer actions that no person has read. */
async function answersIn(said: SaidComment, waiting: readonly ShownAction[]): Promise<readonly AnswerLine[] | string> {
  const { comment, author, trigger } = said;
  const answer = answerIn(comment.body ?? "", trigger);
  if (answer === undefined || answer.digests === "all") return [];
  const { digests, verdict, reason: why } = answer;
  const meant = waiting.filter((action) => digests.some((digest) => action.digest.startsWith(digest)));
  if (meant.length === 0) return [];
  const access = await mayAnswer(said, answer, {
    paths: ownedPaths(meant.map(({ held }) => held)),
    requesters: meant.flatMap(({ taskState: { task, attempt } }) =>
      requestersOf(said.lines, { task: task.id, attempt }),
    ),
  });
  if (!access.allowed) return `An answer did not count: ${access.reason}`;
  return meant.map(({ taskState: { task, attempt }, held, effect }) => ({
    type: "answer",
    task: task.id,
    key: task.key,
    attempt,
    digest: held.digest,
    verdict,
    paths: held.capabilities.flatMap((need) => (need.kind === "write" ? [need.path] : [])),
    ...(effect === undefined ? {} : { effect }),
    ...(why === undefined ? {} : { why }),
    by: author.login,
    at: timeOf(comment),
  }));
}

function timeOf({ created_at: createdAt }: Comment): string {
  return new Date(Date.parse(createdAt)).toISOString();
}

interface Answerable {
  /** Paths that the held actions write. */
  readonly paths: readonly string[];
  readonly requesters: AskedLine["people"];
}

/** Whether this person may approve or reject under the plan's policy. */
async function mayAnswer(
  { comment, author, trigger, delivery }: SaidComment,
  answer: GivenAnswer,
  { paths, requesters }: Answerable,
): Promise<Access> {
  const { client, repo, self } = delivery.github;
  const { gitDir, path: pathVar, base } = delivery;
  const { id, created_at: createdAt } = comment;
  return await checkApprover(client, {
    repository: { owner: repo.owner, name: repo.name },
    author,
    paths,
    readBase: async (path) => {
      const head = await readHead({ root: gitDir }, { ownGitDir: gitDir, pathVar, paths: [path], trusted: base });
      return head.files.get(path);
    },
    approvers: delivery.policy.approvers,
    requesters: idsOf(requesters, author),
    ownIds: [self.id],
    comment: { kind: "issue", id, createdAt },
    answer,
    trigger,
  });
}

/** `/kimi batch retry <task> …`, for servers that do not say who ticked a box. */
async function requestsIn(
  { comment, author, accessOf, trigger, lines: known }: SaidComment,
  state: BatchState,
): Promise<readonly RequestLine[] | string> {
  const words = sanitise(comment.body ?? "")
    .text.trim()
    .split(/\s+/);
  const [first, batch, wish = "", ...tasks] = words;
  if (first !== trigger || batch !== "batch" || tasks.length === 0 || comment.body?.trim() !== words.join(" "))
    return [];
  const at = timeOf(comment);
  const lines = tasks.flatMap((id): readonly RequestLine[] => {
    const wanted = requestOfBox(`${wish}:${id}`, state);
    return wanted === undefined ? [] : [{ type: "wish", ...wanted, by: author.login, at }];
  });
  const fresh = lines.filter(
    (line) =>
      !known.some((one) => one.type === "wish" && one.at === at && one.task === line.task && one.wish === line.wish),
  );
  if (fresh.length === 0) return [];
  if (isEdited({ createdAt: comment.created_at, updatedAt: comment.updated_at }))
    return "A wish did not count: its comment was edited. Write a new one.";
  const access = await accessOf(author);
  return access.allowed ? fresh : `A wish did not count: ${access.reason}`;
}
