/** Finds the pull requests of a batch that people merged or closed. In a stack, the one above a merged one gets a new base. */

import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import { pullOf, type FoundPull } from "../../publish/branch/pull-request.ts";
import { inRepo, REPEATABLE } from "../../publish/result/ports.ts";
import { foldResults } from "../results/fold.ts";
import type { DeliveryLine } from "../results/results-line.ts";
import { batchPullsOf } from "./batch-pulls.ts";
import type { BatchJob } from "./batch-job.ts";
import type { BatchRecord } from "./record-ref.ts";

interface SeenPull {
  readonly line: DeliveryLine;
  readonly pull: FoundPull;
}

/** A line for each pull request that is no longer open. */
export async function changedPulls(batch: BatchJob, { plan, lines }: BatchRecord): Promise<readonly DeliveryLine[]> {
  const known = batchPullsOf(foldResults(plan, lines), lines).flatMap(({ delivery: line }) => line ?? []);
  const reading = known.map(async (line) => {
    if (line.state !== "open" || line.pullRequest === undefined) return [];
    return [{ line, pull: await pullOf(batch.github, line.pullRequest) }];
  });
  const pulls = (await Promise.all(reading)).flat();
  if (plan.deliver?.pullRequests === "stacked") {
    const before = known.flatMap(({ branch, state }) => (state === "merged" ? [branch] : []));
    await restack(batch, pulls, before);
  }
  const at = new Date(batch.clock.now()).toISOString();
  return pulls.flatMap(({ line, pull }) =>
    pull.isOpen ? [] : [{ ...line, state: pull.isMerged ? ("merged" as const) : ("closed" as const), at }],
  );
}

/** Gives a pull request above a merged one the nearest open branch below it as its base: otherwise its change would end in a merged branch. */
async function restack(
  { github, into, world }: BatchJob,
  pulls: readonly SeenPull[],
  before: readonly string[],
): Promise<void> {
  const merged = new Set([...before, ...pulls.flatMap(({ line, pull }) => (pull.isMerged ? [line.branch] : []))]);
  const open = pulls.filter(({ pull }) => pull.isOpen);
  for (const [index, { pull }] of open.entries()) {
    if (!merged.has(pull.into)) continue;
    const base = open[index - 1]?.line.branch ?? into;
    try {
      const what = { ...inRepo(github.repo), pull_number: pull.number, base };
      await github.client.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", what, REPEATABLE);
    } catch (error) {
      world.warn(`#${pull.number} is still for ${pull.into}, which is merged: ${oneLine(describeError(error), 300)}`);
    }
  }
}
