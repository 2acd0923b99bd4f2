/** Checks several changes together as a run is checked: with the commands of the policy and of the tasks, in a cell, on a checkout of their own. */

import { join } from "node:path";
import { oneLine } from "../../base/truncate.ts";
import { createVerifier } from "../../run/agent/verifier.ts";
import { openWorkbench } from "../../run/open/workbench.ts";
import { createWorkTrees } from "../../workspace/git/work-trees.ts";
import type { BatchJob } from "./batch-job.ts";

export interface Union {
  /** Commit with all changes. */
  readonly commit: string;
  /** Commands of the tasks. */
  readonly commands: readonly string[];
}

/** The time of a task's command, which has no setting for it: as long as the policy allows at most. */
const TASK_SECONDS = 600;

/** `none`: there is nothing to check with. `said`: the first command that failed, one sentence. */
export type UnionResult = "green" | "none" | { readonly said: string };

/** Throws `sandbox.refused` where the sandbox that the policy asks for cannot be opened. */
export async function verifyUnion(batch: BatchJob, { commit, commands }: Union): Promise<UnionResult> {
  const { policy, world, base } = batch;
  const { signal } = batch.stopper;
  const known = new Set(policy.verify.map(({ command }) => command));
  const own = [...new Set(commands)].filter((command) => !known.has(command));
  const verify = [...policy.verify, ...own.map((command) => ({ command, timeoutS: TASK_SECONDS }))];
  if (verify.length === 0) return "none";
  const cwd = join(batch.scratchDir, `union-${commit.slice(0, 12)}`);
  const { gitDir } = batch.git;
  await createWorkTrees({ root: gitDir, gitDir, path: batch.path }).add(cwd, commit);
  const bench = await openWorkbench({ ...batch.inputs.run.workbench, cwd, trusted: base, world, setup: signal });
  try {
    const verifier = createVerifier({ policy: { ...bench.policy, verify }, cell: bench.cell });
    const results = (await verifier?.run(verifier.commandsFor(true), signal)) ?? [];
    const failed = results.find(({ passed }) => !passed);
    if (failed === undefined) return "green";
    return { said: `\`${oneLine(failed.command, 200)}\` failed: ${oneLine(failed.end, 100)}` };
  } finally {
    await bench.close();
  }
}
