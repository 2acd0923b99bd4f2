/** Where a job takes place: who asked, in which thread, on which commits, and what may come of it. */

import { createHash } from "node:crypto";
import { checkAccess, type Access } from "../../github/people/access.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import type { Account } from "../../github/event/event-parts.ts";
import { ACTIONS_BOT } from "../../github/preflight/preflight.ts";
import { loadThread, type Thread } from "../../github/thread/thread.ts";
import { newestPlan, type ThreadPlan } from "../../github/thread/thread-plan.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Destination } from "../../publish/publish.ts";
import type { GitHubJob } from "./github-job.ts";
import type { Pictures } from "./pictures.ts";
import { isAnswerOnly, type RunTrigger } from "./task.ts";

export interface JobContext {
  readonly access: Access;
  readonly thread: Thread | undefined;
  /** Whose token it is. */
  readonly self: { readonly id: number; readonly login: string };
  /** What stands in the way of publishing. */
  readonly findings: readonly PreflightCheck[];
  readonly pictures: Pictures;
}

/** Looks at the repository while the thread is read; must not reject. */
type Examine = (known: {
  readonly thread: Promise<Thread | undefined>;
  readonly self: Promise<JobContext["self"]>;
}) => Promise<readonly PreflightCheck[]>;

interface Watchers {
  readonly examine: Examine;
  /** Fetches pictures, for whoever may ask; must not reject. */
  readonly look: (access: Promise<Access>) => Promise<Pictures>;
}

/** Asks GitHub everything at once. A reader of the answer looks at `access` first: without it nothing else may be used. */
export async function readJobContext(
  client: GitHubClient,
  trigger: RunTrigger,
  job: GitHubJob,
  { examine, look }: Watchers,
): Promise<JobContext> {
  const allowing = accessOf(client, trigger, job);
  const reading = threadOf(client, trigger, job);
  const asking = whoAmI(client);
  const [access, thread, self, findings, pictures] = await Promise.all([
    allowing,
    reading,
    asking,
    examine({ thread: reading, self: asking }),
    look(allowing),
  ]);
  return { access, thread, self, findings, pictures };
}

async function threadOf(
  client: GitHubClient,
  { thread: opening, before, comment }: RunTrigger,
  job: GitHubJob,
): Promise<Thread | undefined> {
  if (opening === undefined || before === undefined) return undefined;
  const repository = { owner: job.owner, name: job.repo };
  return loadThread(client, { repository, opening, before, commandId: comment?.id });
}

/** Whether whoever asked may ask. */
export async function accessOf(
  client: GitHubClient,
  { authority }: Pick<RunTrigger, "authority">,
  { owner, repo }: Pick<GitHubJob, "owner" | "repo">,
): Promise<Access> {
  if (authority.kind === "workflow") return { allowed: true };
  return checkAccess(client, { owner, repo, users: authority.users });
}

export async function whoAmI(client: Pick<GitHubClient, "graphql">): Promise<JobContext["self"]> {
  try {
    const data = (await client.graphql("query { viewer { login databaseId } }")) as {
      readonly viewer?: { readonly login?: unknown; readonly databaseId?: unknown };
    };
    const { login, databaseId: id } = data.viewer ?? {};
    return typeof login === "string" && typeof id === "number" ? { login, id } : ACTIONS_BOT;
  } catch {
    return ACTIONS_BOT; // a server without GraphQL; a wrong guess only means that an old comment of ours is not found
  }
}

/** Commits of the run: what is worked on, and whose policy holds. Undefined: the checkout as it is. */
export function commitsOf({
  thread,
}: Pick<JobContext, "thread">): { readonly head: string; readonly base: string } | undefined {
  return thread?.pull === undefined ? undefined : { head: thread.pull.headSha, base: thread.pull.baseSha };
}

/** Forks are read only: their authors may be anybody, and nothing of ours is pushed there. */
export function isReadOnly({ verb }: RunTrigger, { thread }: Pick<JobContext, "thread">): boolean {
  return isAnswerOnly(verb) || thread?.pull?.fork === true;
}

/** The plan that the run follows: only a fix that is asked for in plain words takes one up. */
export function planOf(trigger: RunTrigger, scene: Pick<JobContext, "thread" | "self">): ThreadPlan | undefined {
  const plan = newestOf(trigger, scene);
  return plan?.isEdited === true ? undefined : plan;
}

/** Why a plan is not followed, where people may think that it is. */
export function planWarnings(trigger: RunTrigger, scene: Pick<JobContext, "thread" | "self">): readonly string[] {
  if (newestOf(trigger, scene)?.isEdited !== true) return [];
  return [
    "The plan in this thread was edited, so it is not followed. Ask for a new one, or say in the command what to do.",
  ];
}

function newestOf(
  { verb, isSlash }: RunTrigger,
  { thread, self }: Pick<JobContext, "thread" | "self">,
): ThreadPlan | undefined {
  return verb === "fix" && !isSlash ? newestPlan(thread?.plans ?? [], self) : undefined;
}

/** Where a change goes. `into` is the branch that a pull request of our own would be merged into. */
export function destinationOf(
  trigger: RunTrigger,
  { thread }: Pick<JobContext, "thread">,
  { into, serverUrl }: { readonly into: string; readonly serverUrl: string },
): Destination {
  if (isAnswerOnly(trigger.verb)) return { kind: "none" };
  const { pull } = thread ?? {};
  if (thread === undefined || pull === undefined) return { kind: "own", into };
  if (pull.fork) {
    return {
      kind: "none",
      refusal: {
        code: "fork",
        reason: "The pull request comes from a fork, so the run only answered.",
        fix: "Push the branch to this repository to let the run change it.",
      },
    };
  }
  // Nothing of ours is on the branch that everybody starts from before a person merged it.
  if (pull.headRef === into) return { kind: "own", into };
  const url = `${serverUrl}/${thread.repository.owner}/${thread.repository.name}/pull/${thread.number}`;
  return { kind: "pull-request", branch: pull.headRef, number: thread.number, url };
}

/** Who asked, for the co-author trailer. */
export function requesterOf({ authority }: RunTrigger): Account | undefined {
  return authority.kind === "people" ? authority.users[0] : undefined;
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

/** A job without a token cannot ask who may command. */
export function missingToken(): RunnerError {
  return new RunnerError({
    code: "config.invalid",
    message: "There is no GitHub token, so nobody's permission can be checked.",
    hint: "Give the input github-token (the action), or set GITHUB_TOKEN (the CLI); it needs contents, issues and pull-requests.",
  });
}
