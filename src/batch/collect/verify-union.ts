/** Checks a union of changes as a run would be checked: the policy's commands, then those of its tasks, in the cell, on a checkout of its own. */

import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { quotedLines } from "../../base/paths/quoted-lines.ts";
import { oneLine } from "../../base/truncate.ts";
import type { Policy } from "../../policy/policy.ts";
import { createVerifier } from "../../run/agent/verifier.ts";
import type { WorkbenchSettings, World } from "../../run/open/request.ts";
import { openWorkbench } from "../../run/open/workbench.ts";
import type { Checkout } from "../../workspace/checkout.ts";
import { createGit } from "../../workspace/git/git.ts";

export interface UnionCheck {
  readonly checkout: Pick<Checkout, "objectsDir" | "gitDir">;
  /** The git directory in which the commit was made. */
  readonly gitDir: string;
  /** PATH without the workspace's own folders. */
  readonly path: string;
  /** Private folder of the collect. */
  readonly scratchDir: string;
  /** Commit with the union. */
  readonly commit: string;
  /** Commit whose policy holds. */
  readonly base: string;
  readonly policy: Policy;
  /** Commands of the tasks. */
  readonly commands: readonly string[];
  readonly workbench: WorkbenchSettings;
  readonly world: World;
  readonly signal: AbortSignal;
}

/** A task's own command has no time of its own: as the policy's longest one. */
const TASK_SECONDS = 600;

/** `none`: there is nothing to check with. `said`: the first command that failed, one sentence. */
export type UnionResult = { readonly kind: "green" | "none" } | { readonly kind: "red"; readonly said: string };

/** Throws `sandbox.refused` where the policy's walls cannot be had. */
export async function verifyUnion(check: UnionCheck): Promise<UnionResult> {
  const { policy, commands, workbench, world, base, signal } = check;
  const known = new Set(policy.verify.map(({ command }) => command));
  const own = [...new Set(commands)].filter((command) => !known.has(command));
  const verify = [...policy.verify, ...own.map((command) => ({ command, timeoutS: TASK_SECONDS }))];
  if (verify.length === 0) return { kind: "none" };
  const cwd = await checkedOut(check);
  const bench = await openWorkbench({ ...workbench, cwd, trusted: base, world, setup: signal });
  try {
    const verifier = createVerifier({ policy: { ...bench.policy, verify }, cell: bench.cell });
    const results = (await verifier?.run(verifier.commandsFor(true), signal)) ?? [];
    const failed = results.find(({ passed }) => !passed);
    if (failed === undefined) return { kind: "green" };
    return { kind: "red", said: `\`${oneLine(failed.command, 200)}\` failed: ${oneLine(failed.end, 100)}` };
  } finally {
    await bench.close();
  }
}

/** A checkout that shares the objects, and has no configuration, hooks or remotes of the original. */
async function checkedOut({ checkout, gitDir, path, scratchDir, commit }: UnionCheck): Promise<string> {
  const dir = join(scratchDir, `union-${commit.slice(0, 12)}`);
  const own = join(dir, ".git");
  for (const folder of ["objects/info", "refs/heads"]) mkdirSync(join(own, folder), { recursive: true });
  const stores = [checkout.objectsDir, join(gitDir, "objects")];
  writeFileSync(join(own, "objects/info/alternates"), quotedLines(stores));
  writeFileSync(join(own, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  writeFileSync(join(own, "HEAD"), `${commit}\n`);
  const cut = [join(gitDir, "shallow"), join(checkout.gitDir, "shallow")].find((file) => existsSync(file));
  if (cut !== undefined) copyFileSync(cut, join(own, "shallow"));
  const git = createGit({ cwd: dir, path });
  await git({ args: ["checkout", "--detach", "--force", "--progress", commit] });
  return dir;
}
