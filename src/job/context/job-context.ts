/** The context of a job, read from GitHub: requester, thread, commits, and where a change goes. */

import { member } from "../../base/member.ts";
import { checkAccess, type Access } from "../../github/people/access.ts";
import { forgeOf } from "../../github/api/forge.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import type { Account } from "../../github/event/event-parts.ts";
import { ACTIONS_BOT } from "../../github/preflight/preflight.ts";
import { loadThread, type Thread } from "../../github/thread/thread.ts";
import { newestPlan, type ThreadPlan } from "../../github/thread/thread-plan.ts";
import type { Destination } from "../../publish/publish-request.ts";
import { examine } from "./examine.ts";
import type { JobParts, JobRequest } from "./job-parts.ts";
import { isAnswerOnly, type RunTrigger } from "./task.ts";

/** What is read before the job knows that it may begin. */
export interface ReadContext extends JobRequest {
  readonly thread: Thread | undefined;
  readonly self: { readonly id: number; readonly login: string };
  readonly findings: readonly PreflightCheck[];
  /** The requester has no write permission and the policy allows such runs, so the run only reads. */
  readonly outsider?: true | undefined;
}

/** The branch that a pull request of our own goes into. */
export interface Base {
  readonly into: string;
  /** Says why this branch was chosen where the checkout does not name it, and what is odd about it. */
  readonly warning?: string | undefined;
}

export interface JobContext extends ReadContext {
  readonly base: Base;
}

/** Reads everything concurrently. When `access` refuses, the context must not be used. */
export async function readJobContext(
  request: JobRequest,
): Promise<{ readonly access: Access; readonly context: ReadContext }> {
  const allowing = accessOf(request);
  allowing.then(
    async ({ allowed }) => (allowed ? await request.reaction?.seen() : undefined),
    () => {}, // the rejection is handled below
  );
  const reading = threadOf(request);
  const asking = whoAmI(request.client);
  const [access, thread, self, findings] = await Promise.all([
    allowing,
    reading,
    asking,
    examine(request, { thread: reading, self: asking }),
  ]);
  return { access, context: { ...request, thread, self, findings } };
}

async function threadOf({ client, trigger, job }: JobRequest): Promise<Thread | undefined> {
  const { thread: opening, before, comment } = trigger;
  if (opening === undefined || before === undefined) return undefined;
  const repository = { owner: job.owner, name: job.repo };
  return loadThread(client, { repository, opening, before, command: comment });
}

export async function accessOf({ client, trigger, job, inputs }: AccessQuestion): Promise<Access> {
  const { authority } = trigger;
  if (authority.kind === "workflow") return { allowed: true };
  const { allowedBots } = inputs.start;
  return checkAccess(client, { owner: job.owner, repo: job.repo, users: authority.users, allowedBots });
}

type AccessQuestion = Pick<JobParts, "client" | "job" | "inputs"> & { readonly trigger: Pick<RunTrigger, "authority"> };

/** The account of the token. A wrong guess only means that an old comment of our own is not found. Never rejects. */
export async function whoAmI(client: Pick<GitHubClient, "graphql" | "request">): Promise<ReadContext["self"]> {
  try {
    const viewer = member(await client.graphql("query { viewer { login databaseId } }"), "viewer");
    return accountOf(member(viewer, "login"), member(viewer, "databaseId"));
  } catch {
    // A server without GraphQL.
    const { data } = await client.request("GET /user", {}, { repeat: "never" }).catch(() => ({ data: undefined }));
    return accountOf(member(data, "login"), member(data, "id"));
  }
}

function accountOf(login: unknown, id: unknown): ReadContext["self"] {
  return typeof login === "string" && typeof id === "number" ? { login, id } : ACTIONS_BOT;
}

/** The commits of a pull request: its head, which the run works on, and the base, whose policy holds. Undefined for a run on the checkout as it is. */
export function commitsOf({ thread }: ReadContext): { readonly head: string; readonly base: string } | undefined {
  return thread?.pull === undefined ? undefined : { head: thread.pull.headSha, base: thread.pull.baseSha };
}

/** Whether a person asked for a fix. The prompt of a workflow may ask for anything. */
export function asksForChange({ trigger }: JobContext): boolean {
  const { verb, text, isSlash, thread, comment } = trigger;
  if (verb !== "fix" || isSlash) return false;
  return comment !== undefined || (thread !== undefined && text === "");
}

/** The plan that the run follows. Only a fix follows one, and no slash command. */
export function planOf(context: JobContext): ThreadPlan | undefined {
  return planWarnings(context).length === 0 ? newestOf(context) : undefined;
}

/** Warns about a plan that is not followed. */
export function planWarnings(context: JobContext): readonly string[] {
  const { isEdited = false, isMinimised = false } = newestOf(context) ?? {};
  if (!isEdited && !isMinimised) return [];
  return [
    `The plan in this thread was ${isEdited ? "edited" : "hidden"}, so it is not followed. Ask for a new one, or say in the command what to do.`,
  ];
}

function newestOf({ trigger: { verb, isSlash }, thread, self }: JobContext): ThreadPlan | undefined {
  return verb === "fix" && !isSlash ? newestPlan(thread?.plans ?? [], self) : undefined;
}

/** Whether the run is a review that reports findings. */
export function isReview({ trigger, thread, inputs }: JobContext): boolean {
  const { agent, agentFile, mode } = inputs.run.agent;
  const isOther = [agent, agentFile, mode].some((name) => name !== undefined) || inputs.schema !== undefined;
  const isAsked = trigger.verb === "review" && !trigger.isSlash && thread?.pull !== undefined;
  return isAsked && !isOther;
}

/** Whether a person asks for the proven suggestions of the last review. Any word behind it makes it an ordinary task. */
export function isFixReview({ trigger, thread, inputs, job }: JobContext): boolean {
  const { verb, text, isSlash, comment } = trigger;
  const isAsked = verb === "fix" && !isSlash && comment !== undefined && text.trim().toLowerCase() === "review";
  return isAsked && thread?.pull !== undefined && inputs.phase === "all" && forgeOf(job).hasGraphql;
}

export function destinationOf({ trigger, thread, job, base: { into } }: JobContext): Destination {
  if (isAnswerOnly(trigger.verb)) return { kind: "none" };
  const { pull } = thread ?? {};
  if (thread === undefined || pull === undefined) return { kind: "own", into };
  if (pull.fork) {
    return {
      kind: "none",
      refusal: {
        code: "fork",
        reason: "Nothing was pushed: the pull request comes from a fork.",
        fix: pull.maintainerCanModify
          ? `Its author can apply the patch in the comment of the run. Maintainers may push to the branch as well: \`gh pr checkout ${thread.number}\`, apply it, \`git push\`.`
          : "Its author can apply the patch in the comment of the run.",
      },
    };
  }
  // A run never pushes to the base branch: a person merges its pull request.
  if (pull.headRef === into) return { kind: "own", into };
  const { pullWord } = forgeOf(job);
  const url = `${job.serverUrl}/${thread.repository.owner}/${thread.repository.name}/${pullWord}/${thread.number}`;
  return { kind: "pull-request", branch: pull.headRef, number: thread.number, url };
}

/** The person who asked, for the co-author trailer. */
export function requesterOf({ authority }: RunTrigger): Account | undefined {
  return authority.kind === "people" ? authority.users[0] : undefined;
}
