/** What a job knows after it asked GitHub: requester, thread, commits, and where a change goes. */

import { createHash } from "node:crypto";
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

export interface JobContext extends JobRequest {
  readonly thread: Thread | undefined;
  /** Whose token it is. */
  readonly self: { readonly id: number; readonly login: string };
  /** What stands in the way of publishing. */
  readonly findings: readonly PreflightCheck[];
  /** A person without write permission asked, and the policy allows it: the run only reads. */
  readonly outsider?: true | undefined;
}

/** Asks GitHub for everything concurrently. When `access` refuses, the context must not be used. */
export async function readJobContext(
  request: JobRequest,
): Promise<{ readonly access: Access; readonly context: JobContext }> {
  const allowing = accessOf(request);
  allowing.then(
    async ({ allowed }) => (allowed ? await request.reaction?.seen() : undefined),
    () => {}, // awaited below
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

export async function whoAmI(client: Pick<GitHubClient, "graphql" | "request">): Promise<JobContext["self"]> {
  try {
    const data = (await client.graphql("query { viewer { login databaseId } }")) as {
      readonly viewer?: { readonly login?: unknown; readonly databaseId?: unknown };
    };
    const { login, databaseId: id } = data.viewer ?? {};
    return typeof login === "string" && typeof id === "number" ? { login, id } : ACTIONS_BOT;
  } catch {
    return await whoByRest(client);
  }
}

/** For a server without GraphQL. A wrong guess only means that an old comment of ours is not found. */
async function whoByRest(client: Pick<GitHubClient, "request">): Promise<JobContext["self"]> {
  try {
    const { data } = await client.request("GET /user", {}, { repeat: "never" });
    const [login, id] = [member(data, "login"), member(data, "id")];
    return typeof login === "string" && typeof id === "number" ? { login, id } : ACTIONS_BOT;
  } catch {
    return ACTIONS_BOT;
  }
}

/** Commits of the run: what is worked on, and whose policy holds. Undefined: the checkout as it is. */
export function commitsOf({ thread }: JobContext): { readonly head: string; readonly base: string } | undefined {
  return thread?.pull === undefined ? undefined : { head: thread.pull.headSha, base: thread.pull.baseSha };
}

/** Whether no change is asked for. A fix for a fork changes files, of which a patch is shown: nothing of ours is pushed there. */
export function isReadOnlyRun({ trigger }: Pick<JobContext, "trigger">): boolean {
  return isAnswerOnly(trigger.verb);
}

/** Whether a person asked for a fix, and not the workflow's prompt, which may ask for anything. */
export function asksForChange(context: JobContext): boolean {
  const { verb, text, isSlash, thread, comment } = context.trigger;
  if (verb !== "fix" || isSlash || isReadOnlyRun(context)) return false;
  return comment !== undefined || (thread !== undefined && text === "");
}

/** The plan that the run follows: only a fix that is asked for in plain words takes one up. */
export function planOf(context: JobContext): ThreadPlan | undefined {
  const plan = newestOf(context);
  return plan?.isEdited === true ? undefined : plan;
}

/** Why a plan is not followed, where people may think that it is. */
export function planWarnings(context: JobContext): readonly string[] {
  if (newestOf(context)?.isEdited !== true) return [];
  return [
    "The plan in this thread was edited, so it is not followed. Ask for a new one, or say in the command what to do.",
  ];
}

function newestOf({ trigger: { verb, isSlash }, thread, self }: JobContext): ThreadPlan | undefined {
  return verb === "fix" && !isSlash ? newestPlan(thread?.plans ?? [], self) : undefined;
}

/** Where a change goes. `into` is the branch that a pull request of our own would be merged into. */
export function destinationOf({ trigger, thread, job }: JobContext, into: string): Destination {
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

/** Who asked, for the co-author trailer. */
export function requesterOf({ authority }: RunTrigger): Account | undefined {
  return authority.kind === "people" ? authority.users[0] : undefined;
}

/** The same for every attempt of one step of a workflow run, in 8 hexadecimal digits; undefined outside of a workflow. */
export function repeatedKeyOf({ inputs, world: { env }, trigger }: JobRequest): string | undefined {
  const { runId } = inputs.context;
  if (!Number.isInteger(runId)) return undefined;
  const what = [runId, env["GITHUB_JOB"], env["GITHUB_ACTION"], trigger.text].join("\n");
  return createHash("sha256").update(what).digest("hex").slice(0, 8);
}

interface Requested extends Pick<RunTrigger, "before"> {
  readonly thread: Pick<NonNullable<RunTrigger["thread"]>, "kind" | "number"> | undefined;
  readonly comment: Pick<NonNullable<RunTrigger["comment"]>, "kind" | "id"> | undefined;
}

/** The same for every job that one comment, one opening or one label started, in 8 hexadecimal digits. */
export function requestKeyOf({ thread, comment, before }: Requested): string | undefined {
  if (thread === undefined) return undefined;
  const what = [thread.kind, thread.number, comment?.kind, comment?.id, before].join(" ");
  return createHash("sha256").update(what).digest("hex").slice(0, 8);
}
