/** Reads the stored sessions of a thread. Before its content is used, each is checked: its files, the chain of its journal, its repository and its thread. */

import { sha256 } from "../../base/sha256.ts";
import { RUN_VERBS } from "../../github/event/command.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { readSession } from "../../run/open/session.ts";
import type { GitHubJob } from "../context/github-job.ts";
import { unpackSession } from "./job-session-store.ts";
import type { Lease } from "./lease.ts";
import { threadPrefix } from "./session-id.ts";
import { JOURNAL, LEASE } from "./session-refs.ts";
import { SEAL } from "./session-seal.ts";
import type { RemoteSession } from "./own-session.ts";
import type { SessionStore } from "./session-store.ts";
import type { Trigger } from "../../github/event/trigger.ts";
import type { ReadContext } from "../context/job-context.ts";
import type { JobParts } from "../context/job-parts.ts";

export type ThreadSession = NonNullable<ReturnType<typeof checkSession>>;

export type ThreadSessions = Awaited<ReturnType<typeof readThreadSessions>>;

/** A comment that decides about an existing session. */
export type DecisionTrigger = Extract<Trigger, { kind: "answer" | "resume" | "cancel" }>;

export interface DecisionContext extends JobParts {
  /** The account of the token. */
  readonly self: ReadContext["self"];
  readonly trigger: DecisionTrigger;
}

/** Most sessions that are read of a thread, which usually has one or two. */
const MAX_READ = 10;

/** The sessions that the server keeps for the thread, the newest first, each with a directory of its own. Throws `git.failed`. */
export async function readThreadSessions(
  { job, inputs, trigger }: Pick<JobParts, "job" | "inputs"> & { readonly trigger: Pick<DecisionTrigger, "thread"> },
  store: SessionStore,
) {
  const thread = trigger.thread.number;
  const { sessions: ids } = await store.list();
  const own = ids
    .filter((id) => id.startsWith(threadPrefix(thread)))
    .toSorted()
    .toReversed();
  const sessions: ThreadSession[] = [];
  /** Sessions with nothing but a claim: their runs have only begun, or ended before the first save. */
  const begun: RemoteSession[] = [];
  /** Why other sessions were not read, each a sentence. */
  const problems: string[] = [];
  for (const id of own.slice(0, MAX_READ)) {
    try {
      const read = await store.read(id);
      if (read === undefined) continue;
      const remote = await store.withAttempt(read);
      const session = checkSession(remote, { thread, job, dir: `${inputs.bundleDir}-${id}` });
      if (session === undefined) begun.push(remote);
      else sessions.push(session);
    } catch (error) {
      if (!(error instanceof RunnerError) || error.code !== "session.corrupt") throw error;
      problems.push(`${id}: ${describeError(error)}`);
    }
  }
  return { sessions, begun, problems };
}

interface Binding {
  readonly thread: number;
  readonly job: Pick<GitHubJob, "owner" | "repo">;
  readonly dir: string;
}

/** Checks a session and unpacks it into `dir`. Undefined for a session with nothing but a claim. Throws `session.corrupt`. */
export function checkSession(remote: RemoteSession, { thread, job, dir }: Binding) {
  const { id, stored: commit, sealProblem } = remote;
  const lease = requireOwnFiles(remote);
  // A claim has no seal, and holds nothing that is used.
  if (sealProblem !== undefined && commit.files.has(JOURNAL)) throw refused(sealProblem);
  const bundle = unpackSession(remote, dir);
  if (bundle === undefined) return undefined;
  const stored = readSession(bundle);
  const { begin, outcome, ownTree } = stored.state;
  const origin = begin?.origin;
  if (begin === undefined || origin === undefined) throw refused("It does not say where it comes from.");
  if (begin.sessionId !== id) throw refused(`It is ${begin.sessionId}.`);
  const here = `${job.owner}/${job.repo}`;
  if (origin.repository.toLowerCase() !== here.toLowerCase()) throw refused(`It belongs to ${origin.repository}.`);
  if (origin.thread !== thread) throw refused(`It belongs to thread ${origin.thread ?? "none"}.`);
  const verb = RUN_VERBS.find((known) => known === origin.verb);
  if (verb === undefined) throw refused(`It was asked for with ${origin.verb}.`);
  if (commit.parent !== undefined && commit.parent !== begin.headCommit) {
    throw refused("Its commit does not follow its start commit.");
  }
  /** That of its start commit with its change at its last save. */
  const { workspaceTree: tree } = commit;
  if (tree === undefined) throw refused("It was stored without its workspace.");
  if (tree !== (outcome?.tree ?? ownTree)) {
    throw refused("Its workspace is not the one that its journal ends with.");
  }
  return { remote: { ...remote, lease }, tree, bundle, stored, begin, origin, verb };
}

const BLOB = /^bundle\/blobs\/([0-9a-f]{64})\.txt$/;

/** Refuses files that this program does not write. Throws `session.corrupt`. */
function requireOwnFiles({ stored, lease }: RemoteSession): Lease {
  for (const [path, content] of stored.files) {
    if (path === LEASE || path === JOURNAL || path === SEAL) continue;
    const [, digest] = BLOB.exec(path) ?? [];
    if (digest === undefined) throw refused(`It holds ${path}.`);
    if (sha256(content) !== digest) throw refused(`${path} is not what its name says.`);
  }
  if (lease === undefined) throw refused("Its lease cannot be read.");
  return lease;
}

function refused(message: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `The stored session cannot be used. ${message}`,
    hint: "It was not changed. Ask for the work again.",
  });
}
