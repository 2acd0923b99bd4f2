/** Opens the session store of a job: a private git directory over the checkout, and the server's references. It also writes a session to disk and reads it from there. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { namesIn } from "../../base/file-text.ts";
import { member } from "../../base/member.ts";
import { systemClock } from "../../base/clock.ts";
import { crashAt } from "../../base/crash.ts";
import { forgeOf } from "../../github/api/forge.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { openBundle, type Bundle } from "../../session/bundle.ts";
import { readJournal } from "../../session/journal.ts";
import { renderContext } from "../../sinks/context-records.ts";
import type { GitHubJob } from "../context/github-job.ts";
import { openJobGit, refsOf } from "../context/job-git.ts";
import { repoOf, type JobParts } from "../context/job-parts.ts";
import type { AttemptState, LeaseOwner } from "./lease.ts";
import { createLedgerRef } from "./ledger-reference.ts";
import { BUNDLE, JOURNAL } from "./session-refs.ts";
import { createSeal, jobSealSecret } from "./session-seal.ts";
import type { RemoteSession } from "./own-session.ts";
import { createSessionStore } from "./session-store.ts";
import type { OpenLedgerStore } from "../../run/open/terms.ts";

export type OpenStore = Awaited<ReturnType<typeof openStore>>;

/** Opens the store for the commit that is checked out now. Throws `workspace.not_a_repository`. */
export async function openStore(parts: JobParts) {
  const own = await openJobGit(parts);
  const { refs, clock } = own;
  const seal = createSeal(jobSealSecret(parts));
  const holder = leaseOwnerOf(parts.job);
  const asked = async (lease: LeaseOwner): Promise<AttemptState | undefined> =>
    await attemptState(parts, holder, lease);
  return { ...own, store: createSessionStore({ refs, holder, clock, seal, attemptState: asked }) };
}

/**
 * Asks GitHub whether the attempt of a workflow run that wrote a lease goes on; the session of one that is over is free at once.
 * Undefined for an attempt of this job's own run, and where the server does not say: without `actions: read`, and on Gitea and Forgejo,
 * where the address of a run's page has another number than its API.
 */
async function attemptState(
  parts: Pick<JobParts, "job" | "client" | "stopper">,
  own: LeaseOwner,
  { runId, runAttempt }: LeaseOwner,
): Promise<AttemptState | undefined> {
  const { job, client, stopper } = parts;
  if (runId === 0 || runId === own.runId || !forgeOf(job).hasGraphql) return undefined;
  const route = "GET /repos/{owner}/{repo}/actions/runs/{run_id}";
  const { signal } = stopper;
  const answer = await client
    .request(route, { ...inRepo(repoOf({ job })), run_id: runId }, { signal })
    .catch(() => undefined);
  const newest = member(answer?.data, "run_attempt");
  if (typeof newest !== "number" || newest < runAttempt) return undefined;
  return newest > runAttempt || member(answer?.data, "status") === "completed" ? "over" : "at-work";
}

/** This job as the owner of leases. */
export function leaseOwnerOf({ runUrl = "", runAttempt }: GitHubJob): LeaseOwner {
  return { runUrl, runId: Number(/\d+$/.exec(runUrl)?.[0] ?? 0), runAttempt };
}

/** The files of a bundle that are stored: the journal up to `bytes`, and the blobs. The other files are made from these. */
export function sessionFiles(
  { journal, blobs }: Pick<Bundle, "journal" | "blobs">,
  bytes?: number,
): Map<string, Buffer> {
  const whole = readFileSync(journal);
  const files = new Map([["journal.jsonl", whole.subarray(0, bytes ?? whole.length)]]);
  for (const name of namesIn(blobs)) files.set(`blobs/${name}`, readFileSync(join(blobs, name)));
  return files;
}

/** Writes a stored session to a directory, which is emptied before. Undefined when it has no journal, only a claim. */
export function unpackSession({ stored }: RemoteSession, dir: string): Bundle | undefined {
  crashAt("session.unpack.before");
  rmSync(dir, { recursive: true, force: true });
  for (const [path, content] of stored.files) {
    if (!path.startsWith(BUNDLE)) continue;
    const file = join(dir, path.slice(BUNDLE.length)); // paths were checked when the commit was read
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, content, { mode: 0o600 });
  }
  if (!stored.files.has(JOURNAL)) return undefined;
  const bundle = openBundle(dir);
  writeFileSync(bundle.context, renderContext(readJournal(bundle.journal).records), { mode: 0o600 });
  crashAt("session.unpack.after");
  return bundle;
}

/** Opens the repository's ledger, once a limit needs it. Undefined for a job that publishes nothing: its run uses the ledger of this machine. */
export function jobLedgerStore(parts: JobParts): OpenLedgerStore | undefined {
  const { publish, phase } = parts.inputs;
  if (publish !== "github" && phase !== "agent") return undefined;
  return async ({ git, repository }, origin) => {
    const { gitDir } = await git();
    const refs = refsOf(parts, gitDir, repository.root);
    return createLedgerRef({ refs, thread: origin?.thread, clock: systemClock });
  };
}
