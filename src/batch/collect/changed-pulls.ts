/** Finds the pull requests of a batch that people merged or closed. In a stack, the one above a merged one gets a new base. */

import { member } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import { inRepo, REPEATABLE } from "../../publish/result/ports.ts";
import { foldResults } from "../results/fold.ts";
import type { DeliveryLine, ResultsLine } from "../results/results-line.ts";
import { batchPullsOf } from "./batch-pulls.ts";
import type { BatchPublisher } from "./publisher.ts";
import type { BatchRecord } from "./record-ref.ts";

interface SeenPull {
  readonly line: DeliveryLine;
  readonly number: number;
  readonly state: "open" | "merged" | "closed";
  /** The branch that it is to be merged into. */
  readonly into: string;
}

/** A line for each pull request that is no longer open. */
export async function changedPulls(
  delivery: BatchPublisher,
  { plan, lines }: BatchRecord,
): Promise<readonly DeliveryLine[]> {
  const batchPulls = batchPullsOf(foldResults(plan, lines), lines);
  const asked = batchPulls.flatMap(({ delivery: line }) =>
    line?.state === "open" && line.pullRequest !== undefined ? [seen(delivery, line, line.pullRequest)] : [],
  );
  const pulls = await Promise.all(asked);
  if (plan.deliver?.pullRequests === "stacked") {
    const merged = batchPulls.flatMap(({ branch, delivery: line }) => (line?.state === "merged" ? [branch] : []));
    await restack(delivery, pulls, merged);
  }
  const at = new Date(delivery.clock.now()).toISOString();
  return pulls.flatMap(({ line, state }): readonly DeliveryLine[] =>
    state === "open" ? [] : [{ ...line, tasks: tasksOf(line.branch, lines), state, at }],
  );
}

async function seen({ github }: BatchPublisher, line: DeliveryLine, number: number): Promise<SeenPull> {
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  const which = { ...inRepo(github.repo), pull_number: number };
  const { data } = await github.client.request(route, which, REPEATABLE);
  const isMerged = typeof member(data, "merged_at") === "string";
  const state = member(data, "state") === "open" ? "open" : isMerged ? "merged" : "closed";
  return { line, number, state, into: String(member(member(data, "base"), "ref")) };
}

/** Gives a pull request above a merged one the nearest open branch below it as its base: otherwise its change would end in a merged branch. */
async function restack(
  { github, into, warn }: BatchPublisher,
  pulls: readonly SeenPull[],
  before: readonly string[],
): Promise<void> {
  const merged = new Set([...before, ...pulls.flatMap(({ line, state }) => (state === "merged" ? [line.branch] : []))]);
  const open = pulls.filter(({ state }) => state === "open");
  for (const [index, { number, into: old }] of open.entries()) {
    if (!merged.has(old)) continue;
    const base = open[index - 1]?.line.branch ?? into;
    try {
      const what = { ...inRepo(github.repo), pull_number: number, base };
      await github.client.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", what, REPEATABLE);
    } catch (error) {
      warn(`#${number} is still for ${old}, which is merged: ${oneLine(describeError(error), 300)}`);
    }
  }
}

/** The tasks whose changes the pull request of a branch has. */
function tasksOf(branch: string, lines: readonly ResultsLine[]): string[] {
  const newest = lines.findLast((line) => line.type === "delivery" && line.branch === branch && line.state === "open");
  return newest?.type === "delivery" ? newest.tasks : [];
}
