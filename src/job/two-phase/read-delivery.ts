/**
 * Reads the run of a bundle as if it had ended in this job: applies its patch to its start commit in a private git directory, under
 * the policy of this job's own base commit. Nothing of the repository is checked out or run for it.
 */

import { systemClock } from "../../base/clock.ts";
import { createLeakSearch, createRedact } from "../../base/redact.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import { NO_ANSWERS } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import { artifactName } from "../../publish/artifact.ts";
import { isChange, NOTHING_HELD } from "../../run-model/held-calls.ts";
import { foldRecord } from "../../run-model/apply.ts";
import { NO_FACTS, type RunFacts } from "../../run-model/facts.ts";
import type { CheckedBundle } from "../../session/bundle-check.ts";
import { applyPatch } from "../../workspace/apply-patch.ts";
import { outputRefusalOf, targetOf } from "../deliver/deliver.ts";
import { differs } from "./expectations.ts";
import { findShownPage } from "../deliver/run-page.ts";
import { containsCommit } from "../context/base-branch.ts";
import { policyAt, treeThere, type JobGit } from "../context/job-git.ts";
import { commitsOf, type JobContext } from "../context/job-context.ts";
import { jobSecrets, remoteOf } from "../context/job-parts.ts";

interface ReadDeliveryOptions {
  readonly context: JobContext;
  readonly checked: CheckedBundle;
  readonly own: JobGit;
}

/** The clocks of two runners differ by less. */
const SKEW_MS = 300_000;

/** Throws `config.invalid` for facts of the bundle that this job finds otherwise, `git.failed` for a commit that cannot be fetched. */
export async function readDelivery(options: ReadDeliveryOptions) {
  const { context, checked, own } = options;
  const { git: trusted, path } = own;
  const { gitDir, objects: git } = trusted;
  const { begin, outcome, patch, records, delivery } = checked;
  const beganAt = beganAtOf(options);
  const base = await baseOf(options);
  const remote = remoteOf(context);
  const policy = await policyAt(context, own, base);
  if (!policy.digests.includes(begin.policyDigest)) throw differs("policy", begin.policyDigest, policy.digest);
  const commit = begin.headCommit;
  const from = await treeThere(git, remote, commit);
  const tree = await applied({ gitDir, path, tree: from, patch });
  if (tree !== outcome.tree) throw differs("tree", outcome.tree, tree);
  const { type: _, ...ended } = outcome;
  const told: RunFacts = { ...NO_FACTS, isReported: true, warnings: delivery.warnings };
  const facts = records.reduce(foldRecord, told);
  const name = artifactName(begin.sessionId, attemptOf(options));
  const secrets = jobSecrets(context);
  return {
    run: {
      facts: { ...facts, asked: facts.asked.calls.some(isChange) ? NOTHING_HELD : facts.asked, outcome: ended },
      base: commit,
      tree,
      changes: tree === from ? [] : await trusted.changes(commit, tree),
      heldBy: judgeChange(policy, "none", NO_ANSWERS), // answers come from this job's own thread, never from a bundle
      filters: { trees: [base], asIs: policy.asIs },
      outputRefusal: outputRefusalOf(context, policy, false),
      redact: createRedact(secrets),
      search: createLeakSearch(secrets),
      beganAt,
      artifact: delivery.hasArtifacts ? name : undefined,
      page: async () => await findShownPage(context, name),
    },
    target: targetOf(context, git, policy),
    policy,
  };
}

/** When the process that ended the run took it up. Our own comments are looked for from then on. */
function beganAtOf({ checked }: ReadDeliveryOptions): number {
  const now = systemClock.now();
  const taken = checked.records.findLast(({ event }) => ["session.begin", "session.resume"].includes(event.type));
  const at = Date.parse(taken?.time ?? "");
  if (at <= now + SKEW_MS) return at;
  throw differs("time", taken?.time, new Date(now).toISOString());
}

function attemptOf({ checked: { delivery }, context: { job } }: ReadDeliveryOptions): number {
  if (delivery.attempt <= job.runAttempt) return delivery.attempt;
  throw differs("attempt", String(delivery.attempt), String(job.runAttempt));
}

/**
 * The commit whose policy holds, which this job finds out without the bundle. The run must have begun at this job's head: at the
 * commit that is checked out, or, for a pull request, at a commit that its head still contains.
 */
async function baseOf({ checked: { begin }, context, own }: ReadDeliveryOptions): Promise<string> {
  const head = own.repository;
  const pull = commitsOf(context);
  const { headCommit, baseCommit } = begin;
  if (pull === undefined) {
    if (headCommit !== head.headCommit) throw differs("start commit", headCommit, head.headCommit);
    if (baseCommit !== head.headCommit) throw differs("base commit", baseCommit, head.headCommit);
    return head.headCommit;
  }
  const contains = async (newer: string, older: string): Promise<boolean> =>
    newer === older || (await containsCommit(context, { newer, older }));
  if (!(await contains(pull.head, headCommit))) throw differs("start commit", headCommit, pull.head);
  if (!(await contains(pull.base, baseCommit))) throw differs("base commit", baseCommit, pull.base);
  return pull.base;
}

async function applied(options: Parameters<typeof applyPatch>[0]): Promise<string> {
  try {
    return await applyPatch(options);
  } catch (cause) {
    if (cause instanceof RunnerError && cause.code === "config.invalid") throw cause;
    throw new RunnerError({
      code: "config.invalid",
      message: "The bundle is not published: its patch does not apply to its start commit.",
      hint: "Pass the bundle unchanged from the job with `phase: agent`.",
      cause,
    });
  }
}
