/** Makes lines of what people say on the dashboard: ticked boxes, answers and wishes in comments. Their permission is checked each time. */

import type { GivenAnswer } from "../../github/event/answer.ts";
import { checkAccess, type Access } from "../../github/people/access.ts";
import { checkApprover, ownedPaths } from "../../github/people/approver.ts";
import { answerIn } from "../../github/event/answer-in-comment.ts";
import { isEdited } from "../../github/people/text-editors.ts";
import type { Account, EventComment } from "../../github/event/event-parts.ts";
import { listedComment } from "../../github/event/payload.ts";
import { sanitise } from "../../github/sanitise/sanitise.ts";
import type { SeenDashboard } from "../../publish/issues/dashboard.ts";
import type { FoundIssue } from "../../publish/issues/own-issue.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { foldResults, type BatchState } from "../results/fold.ts";
import { releaseOf } from "../results/release.ts";
import type { AnswerLine, ApprovedLine, AskedLine, ResultsLine, RequestLine } from "../results/results-line.ts";
import { readHead } from "../../workspace/repository.ts";
import { idsOf, requestersOf } from "./starters.ts";
import { requestOfBox } from "./dashboard-text.ts";
import type { BatchJob } from "./batch-job.ts";
import type { BatchRecord } from "./record-ref.ts";
import { shownActions } from "./shown-actions.ts";

type InputLine = RequestLine | ApprovedLine | AnswerLine;

type DashboardInput = Awaited<ReturnType<typeof readComments>>;

/** Reads the issue and its comments. `seen`: undefined where GitHub does not say whether there is a dashboard. Rejects as the client does. */
export async function readDashboardInput(
  batch: BatchJob,
  record: BatchRecord,
  seen: SeenDashboard | undefined,
): Promise<DashboardInput> {
  if (seen?.issue === undefined) return { lines: [], notes: [] };
  const { issue, ticks } = seen;
  const state = foldResults(record.plan, record.lines);
  const at = new Date(batch.clock.now()).toISOString();
  const written = await readComments({ batch, record, issue, state });
  return {
    lines: [...(ticks.kind === "counted" ? requestsOf(ticks.ids, state, { by: ticks.by, at }) : []), ...written.lines],
    notes: [...(ticks.kind === "refused" ? [`Ticks did not count: ${ticks.reason}`] : []), ...written.notes],
  };
}

/** `ids`: of boxes. */
function requestsOf(ids: readonly string[], state: BatchState, said: Said): readonly RequestLine[] {
  return ids.flatMap((id) => {
    const request = requestOfBox(id, state);
    return request === undefined ? [] : [{ type: "wish", ...request, ...said }];
  });
}

type Said = Pick<RequestLine, "by" | "at">;

/** It can take a second to read a comment of 65,536 characters, and anyone may write hundreds of them. */
const MAX_STRANGERS_CHARS = 4_000;

interface Reading {
  readonly batch: BatchJob;
  readonly record: BatchRecord;
  readonly issue: FoundIssue;
  readonly state: BatchState;
}

async function readComments({ batch, record, issue, state }: Reading) {
  const { client, repo, self } = batch.github;
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const found = await client.paginate(route, { ...inRepo(repo), issue_number: issue.number, per_page: 100 });
  const waiting = waitingIn(record, state);
  /** Those that are not in the record yet. */
  const lines: InputLine[] = [];
  /** Why something did not count, in Markdown. */
  const notes: string[] = [];
  const asked = new Map<number, Promise<Access>>();
  const accessOf = (user: Account): Promise<Access> => {
    const access = asked.get(user.id) ?? checkAccess(client, { owner: repo.owner, repo: repo.name, users: [user] });
    asked.set(user.id, access);
    return access;
  };
  for (const data of found) {
    const comment = listedComment(data);
    if (comment === undefined || comment.author.id === self.id) continue;
    const isLong = comment.body.length > MAX_STRANGERS_CHARS;
    if (isLong && !(await accessOf(comment.author)).allowed) continue;
    const said = { comment, accessOf, batch, lines: record.lines };
    for (const answer of [await answersIn(said, waiting), await requestsIn(said, state)]) {
      if (typeof answer === "string") notes.push(answer);
      else lines.push(...answer);
    }
  }
  return { lines, notes };
}

/** What a person may answer by the digest that the dashboard shows: the release of the rest, and each held action. */
interface Waiting {
  readonly digest: string;
  readonly paths: readonly string[];
  readonly requesters: AskedLine["people"];
  /** Undefined for an answer that does not fit. */
  readonly lineOf: (answer: GivenAnswer, said: Said) => InputLine | undefined;
}

function waitingIn({ lines, sessions }: BatchRecord, state: BatchState): readonly Waiting[] {
  const release = releaseOf(state);
  const rest = [release ?? []].flat().map(({ digest, upTo }): Waiting => {
    const lineOf: Waiting["lineOf"] = ({ verdict }, said) =>
      verdict === "approve" ? { type: "approved", digest, ...said, upTo } : undefined;
    return { digest, paths: [], requesters: requestersOf(lines), lineOf };
  });
  const open = shownActions(state, sessions).filter(({ answer }) => answer === undefined);
  const actions = open.map(({ taskState: { task, attempt }, held, digest: shown, effect }): Waiting => {
    const of = { task: task.id, attempt };
    return {
      digest: shown,
      paths: ownedPaths([held]),
      requesters: requestersOf(lines, of),
      lineOf: ({ verdict, reason: why }, said) => ({
        type: "answer",
        ...of,
        key: task.key,
        digest: held.digest,
        verdict,
        paths: held.capabilities.flatMap((need) => (need.kind === "write" ? [need.path] : [])),
        ...(effect === undefined ? {} : { effect }),
        ...(why === undefined ? {} : { why }),
        ...said,
      }),
    };
  });
  return [...rest, ...actions];
}

interface SaidComment {
  readonly batch: BatchJob;
  readonly comment: EventComment;
  readonly accessOf: (user: Account) => Promise<Access>;
  readonly lines: readonly ResultsLine[];
}

/** `all` does not count: it could answer actions that no person has read. */
async function answersIn(
  { comment, accessOf, batch }: SaidComment,
  waiting: readonly Waiting[],
): Promise<readonly InputLine[] | string> {
  const { trigger } = batch.inputs.start;
  const answer = answerIn(comment.body, trigger);
  if (answer === undefined || answer.digests === "all") return [];
  const { digests } = answer;
  const meant = waiting.filter(({ digest }) => digests.some((prefix) => digest.startsWith(prefix)));
  const lines = meant.flatMap(({ lineOf }) => lineOf(answer, saidIn(comment)) ?? []);
  if (lines.length === 0) return [];
  // Anyone may write hundreds of answers, which are read at each collect; an account is asked about once.
  const may = await accessOf(comment.author);
  if (!may.allowed) return `An answer did not count: ${may.reason}`;
  const { github, git, path: pathVar, base, policy } = batch;
  const { client, repo, self } = github;
  const { id, createdAt, author } = comment;
  const access = await checkApprover(client, {
    repository: { owner: repo.owner, name: repo.name },
    author,
    paths: meant.flatMap(({ paths }) => paths),
    readBase: async (path) => {
      const { gitDir } = git;
      const head = await readHead({ root: gitDir }, { ownGitDir: gitDir, pathVar, paths: [path], trusted: base });
      return head.files.get(path);
    },
    approvers: policy.approvers,
    requesters: meant.flatMap(({ requesters }) => idsOf(requesters, author)),
    ownIds: [self.id],
    comment: { kind: "issue", id, createdAt },
    answer,
    trigger,
  });
  return access.allowed ? lines : `An answer did not count: ${access.reason}`;
}

function saidIn({ author, createdAt }: EventComment): Said {
  return { by: author.login, at: new Date(Date.parse(createdAt)).toISOString() };
}

/** `/kimi batch retry <task> …`, for servers that do not say who ticked a box. */
async function requestsIn(
  { comment, accessOf, batch, lines: known }: SaidComment,
  state: BatchState,
): Promise<readonly RequestLine[] | string> {
  const words = sanitise(comment.body).text.trim().split(/\s+/);
  const [first, word, wish = "", ...tasks] = words;
  if (first !== batch.inputs.start.trigger || word !== "batch" || comment.body.trim() !== words.join(" ")) return [];
  const said = saidIn(comment);
  const lines = requestsOf(
    tasks.map((id) => `${wish}:${id}`),
    state,
    said,
  );
  const fresh = lines.filter(
    ({ at, task, wish: what }) =>
      !known.some((one) => one.type === "wish" && one.at === at && one.task === task && one.wish === what),
  );
  if (fresh.length === 0) return [];
  if (isEdited(comment)) return "A request did not count: its comment was edited. Write a new one.";
  const access = await accessOf(comment.author);
  return access.allowed ? fresh : `A request did not count: ${access.reason}`;
}
