/** What is in force now, to compare with the state when a session stopped: the head of the pull request and the policy of the base. */

import { systemClock } from "../../base/clock.ts";
import { bringMerge } from "../sessions/bring-merge.ts";
import { headAtStart } from "../../protocol/origin.ts";
import { fetchPull } from "../../github/thread/thread-pull.ts";
import type { Policy } from "../../policy/policy.ts";
import { checkOut } from "../../workspace/check-out.ts";
import { readHead } from "../../workspace/repository.ts";
import { readTrustedFiles } from "../../workspace/trusted-files.ts";
import type { ResumedLimits } from "../../run/open/limits.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import { committedPolicyPaths } from "../../run/open/policy-path.ts";
import type { DecisionTrigger, ThreadSession } from "../sessions/thread-sessions.ts";
import type { OpenStore } from "../sessions/job-session-store.ts";
import { type JobParts, remoteOf } from "../context/job-parts.ts";

type RaisedLimits = Required<Pick<ResumedLimits, "policy" | "raised">>;

export interface CurrentBase {
  /** The policy of the base as it is now. */
  readonly policy: Policy;
  /** The limits of then and of now, where nothing else changed in the policy since the session began. */
  readonly raised?: RaisedLimits | undefined;
  /** Head of the pull request now; undefined for an issue, whose run continues from its own start commit. */
  readonly head: string | undefined;
  /** Reads a file of the base commit that the session began with. */
  readonly readBase: (path: string) => Promise<string | undefined>;
}

/** Reads both from GitHub and the checkout, and fetches the commits of a pull request. Throws `policy.invalid`, `git.failed`, `github.*`. */
export async function currentBase(
  context: JobParts & { readonly trigger: Pick<DecisionTrigger, "thread"> },
  open: Pick<OpenStore, "repository"> & Partial<Pick<OpenStore, "git">>,
  session: ThreadSession,
): Promise<CurrentBase> {
  const { inputs, job, world, client, trigger, stopper } = context;
  const { begin, origin } = session;
  const pathVar = world.env["PATH"] ?? "";
  const { root } = open.repository;
  const pull = origin.isPull
    ? await fetchPull({
        client,
        owner: job.owner,
        repo: job.repo,
        number: trigger.thread.number,
        signal: stopper.signal,
      })
    : undefined;
  const remote = remoteOf(context);
  const head = open.repository.headCommit; // stays checked out, because the session is not yet trusted
  const isHere = pull === undefined || pull.headSha === headAtStart(begin); // where the head moved, most decisions are void
  for (const base of new Set([
    begin.baseCommit,
    pull?.baseSha ?? head,
    ...(isHere && origin.merge === undefined ? [begin.headCommit] : []),
  ])) {
    await checkOut({ checkout: open.repository, remote, head, base, pathVar, clock: systemClock });
  }
  // A cancellation needs no merge, so it gives no git.
  if (isHere && open.git !== undefined) await bringMerge(context, { ...open, begin, gitDir: open.git.gitDir });
  const choice = { ...inputs.run.workbench, root };
  const { files, trustedCommit } = await readHead(open.repository, {
    pathVar,
    paths: committedPolicyPaths(choice),
    trusted: pull?.baseSha,
  });
  const before = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    await readTrustedFiles({ root, pathVar, commit: begin.baseCommit, files: paths });
  const policy = await loadPolicyOf({ ...choice, files, commit: trustedCommit });
  const raisedOf = async (): Promise<RaisedLimits | undefined> => {
    // A run for a person without write permission has limits of its own.
    if (policy.digests.includes(begin.policyDigest) || origin.outsider === true) return undefined;
    const there = await before(committedPolicyPaths(choice));
    // The workflow may name a policy file that did not exist then. That is another policy, so nothing is raised.
    const old = await loadPolicyOf({ ...choice, files: there, commit: begin.baseCommit }).catch(() => undefined);
    if (old === undefined) return undefined;
    const isSame = old.digests.includes(begin.policyDigest) && old.digestBesideLimits === policy.digestBesideLimits;
    return isSame ? { policy: old.limits, raised: policy.limits } : undefined;
  };
  return {
    policy,
    raised: await raisedOf(),
    head: pull?.headSha,
    readBase: async (path) => (await before([path])).get(path),
  };
}
