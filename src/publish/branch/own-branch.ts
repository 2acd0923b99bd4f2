/** Names of the branches that this program makes. */

export interface BranchThread {
  readonly kind: "issue" | "pull-request";
  readonly number: number;
}

/** `kimi/<kind>-<number>-<short id>`; `kimi/run-<short id>` for a task without a thread. */
export function ownBranch(key: string, thread?: BranchThread): string {
  const id = (key.split("-").at(-1) ?? key).replace(/[^\w]/g, "").slice(0, 12);
  if (thread === undefined) return `kimi/run-${id}`;
  return `kimi/${thread.kind === "issue" ? "issue" : "pr"}-${thread.number}-${id}`;
}

/** The branch of a pull request of a batch. It names the plan, so that the same tasks of another commit have another branch. */
export function batchBranch(batch: string, key: string, plan: string): string {
  const word = batch
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 40);
  return `kimi/batch-${word || "batch"}/${key}-${plan}`;
}
