/** The private git directory of a job: over the objects of its checkout, in a folder of its own, with the references of the server. Policies are read in it. */

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { systemClock, type Clock } from "../../base/clock.ts";
import { crashAt } from "../../base/crash.ts";
import { checkOut, type CheckOutRequest } from "../../workspace/check-out.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import type { PreparedMerge } from "../../workspace/git/prepare-merge.ts";
import type { Policy } from "../../policy/policy.ts";
import { makeScratchDir } from "../../run/open/leftovers.ts";
import { policyOfCommit } from "../../run/open/policy-source.ts";
import type { PublishGit, Remote } from "../../workspace/push.ts";
import { createRemoteRefs, type RemoteRefs } from "../../workspace/remote-refs.ts";
import { openRepository } from "../../workspace/repository.ts";
import { createTrustedGit } from "../../workspace/trusted-git.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { commitsOf, type ReadContext } from "./job-context.ts";
import { type JobParts, remoteOf } from "./job-parts.ts";

type Parts = Pick<JobParts, "inputs" | "job" | "world">;

export type JobGit = Awaited<ReturnType<typeof openJobGit>>;

/** Opens it for the commit that is checked out now. Disposing of it removes the directory. Throws `workspace.not_a_repository`. */
export async function openJobGit(parts: Parts, clock: Clock = systemClock) {
  const { env } = parts.world;
  const pathVar = env["PATH"] ?? "";
  const repository = await openRepository(parts.inputs.run.workbench.cwd, pathVar);
  const { root } = repository;
  crashAt("store.open.before");
  const scratchDir = makeScratchDir(tmpdir());
  crashAt("store.open.after");
  const git = createTrustedGit({ repository, scratchDir, pathVar, clock, env, warn: () => {} });
  return {
    repository,
    scratchDir,
    /** PATH without the workspace's own folders. */
    path: trustedPath(pathVar, root),
    git,
    refs: refsOf(parts, git.gitDir, root, clock),
    clock,
    [Symbol.dispose]: () => rmSync(scratchDir, { recursive: true, force: true }),
  };
}

type Wanted = Omit<CheckOutRequest, "checkout" | "remote" | "pathVar" | "clock">;

/** Brings commits into the job's checkout. Throws `workspace.not_a_repository`, `git.failed`. */
export async function checkOutHere(parts: Parts, wanted: Wanted): Promise<PreparedMerge | undefined> {
  const checkout = findCheckout(parts.inputs.run.workbench.cwd);
  const pathVar = parts.world.env["PATH"] ?? "";
  return await checkOut({ ...wanted, checkout, remote: remoteOf(parts), pathVar, clock: systemClock });
}

const IDENTITY = { name: "kimi-runner", email: "kimi-runner@users.noreply.github.com" };

/** The references of the repository's server, through a git directory. */
export function refsOf(parts: Parts, gitDir: string, root: string, clock: Clock = systemClock): RemoteRefs {
  const path = trustedPath(parts.world.env["PATH"] ?? "", root);
  return createRemoteRefs({ gitDir, path, remote: remoteOf(parts), clock, identity: IDENTITY });
}

/** The tree of a commit, which is fetched when it is missing on this disk. Throws `git.failed`. */
export async function treeThere(git: PublishGit, remote: Remote, commit: string): Promise<string> {
  const there = await git.treeOf(commit).catch(() => undefined);
  if (there !== undefined) return there;
  await git.fetch(remote, commit);
  return await git.treeOf(commit);
}

/** The policy of a commit, which is fetched when it is missing on this disk. Throws `policy.invalid`, `git.failed`. */
export async function policyAt(
  parts: Parts,
  { git: { objects, gitDir }, path, repository: { root } }: Pick<JobGit, "git" | "path" | "repository">,
  commit: string,
): Promise<Policy> {
  await treeThere(objects, remoteOf(parts), commit);
  return await policyOfCommit({ ...parts.inputs.run.workbench, root, gitDir, path, read: objects.read, commit });
}

/** The policy of the commit that the run will trust: the base of the pull request, else the commit that is checked out. Throws `policy.invalid`, `git.failed`. */
export async function trustedPolicy(context: ReadContext): Promise<Policy> {
  using own = await openJobGit(context);
  return await policyAt(context, own, commitsOf(context)?.base ?? own.repository.headCommit);
}
