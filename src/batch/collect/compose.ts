/** Combines the changes of several tasks in one tree, each as the policy of its start commit judges it. One that conflicts is left out and named. */

import { sha256 } from "../../base/sha256.ts";
import { oneLine } from "../../base/truncate.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import { versionKey, type HeldFile } from "../../protocol/approval.ts";
import { describeError } from "../../protocol/error.ts";
import { applyPatch } from "../../workspace/apply-patch.ts";
import { judgedChange, type JudgedChange } from "../../workspace/change/judged-change.ts";
import type { TaskState } from "../results/fold.ts";
import type { BatchJob } from "./batch-job.ts";
import type { TaskChange } from "./record-ref.ts";

interface ComposeRequest extends Pick<BatchJob, "git" | "path" | "policy"> {
  readonly from: string;
  /** Tree that the changes are put on: `from`, or the tree of the branch below. */
  readonly onto: string;
  readonly tasks: readonly TaskState[];
  readonly changes: ReadonlyMap<string, TaskChange>;
}

export interface IncludedTask {
  readonly taskState: TaskState;
  readonly report: string;
}

export interface LeftOutTask {
  readonly taskState: TaskState;
  readonly reason: string;
}

export type Composed = Awaited<ReturnType<typeof composeChanges>>;

/** Throws `git.failed` where git fails. A patch that cannot be used is left out. */
export async function composeChanges(request: ComposeRequest) {
  const { path, policy, from, onto, tasks, changes } = request;
  const { objects: git, gitDir } = request.git;
  const approved = new Set<string>();
  const heldBy = judgeChange(policy, "none", { approved, rejected: new Map() });
  const judge = async (before: string, to: string): Promise<JudgedChange> =>
    await judgedChange({ git, from: before, to, heldBy, filters: { trees: [onto], asIs: policy.asIs } });
  let tree = onto;
  const included: IncludedTask[] = [];
  const leftOut: LeftOutTask[] = [];
  const heldFiles: HeldFile[] = [];
  /** By the path of a file, the titles of the tasks that changed it. */
  const owners = new Map<string, readonly string[]>();
  const add = async (taskState: TaskState): Promise<string | undefined> => {
    const { task, result } = taskState;
    const change = changes.get(task.id);
    if (change === undefined) return "Its change is no longer kept.";
    if (sha256(change.patch) !== result?.patch) return "Its change is not the one that was recorded.";
    let to: string;
    try {
      to = await applyPatch({ gitDir, path, tree: from, patch: change.patch });
    } catch (error) {
      return `Its change cannot be applied to its start commit: ${oneLine(describeError(error), 200)}`;
    }
    for (const version of await approvedVersions(taskState, request)) approved.add(version);
    const judged = await judge(from, to);
    const files = (await git.edits(from, judged.tree)).map(({ path }) => path);
    const [held] = judged.heldFiles;
    if (files.length === 0) {
      const paths = judged.heldFiles.map(({ path }) => path);
      return held === undefined
        ? "It changes nothing."
        : `The policy holds ${namesOf(paths)} (${held.rule}), and it changes nothing else.`;
    }
    const next = await git.onto({ from, to: judged.tree, tree });
    if (next === undefined) {
      const others = [...new Set(files.flatMap((file) => owners.get(file) ?? []))];
      const there = others.length === 0 ? "what is there already" : `the ${changesOf(others)}`;
      return `Conflict: ${namesOf(files)} does not fit on ${there}.`;
    }
    tree = next;
    for (const file of files) owners.set(file, [...(owners.get(file) ?? []), oneLine(task.title, 100)]);
    heldFiles.push(...judged.heldFiles);
    included.push({ taskState, report: change.report });
    return undefined;
  };
  for (const taskState of tasks) {
    const reason = await add(taskState);
    if (reason !== undefined) leftOut.push({ taskState, reason });
  }
  // A person approved a file as one task makes it, not as several make it together.
  const together = included.length > 1 || onto !== from ? await judge(onto, tree) : { tree, heldFiles: [] };
  const held = new Map([...heldFiles, ...together.heldFiles].map((file) => [file.path, file]));
  return {
    /** The part that may be published. */
    tree: together.tree,
    included,
    leftOut,
    /** The other files of the changes. */
    heldFiles: [...held.values()],
    /** Judges as the policy and the people did who approved files of these tasks. */
    heldBy,
  };
}

/** The versions of files that people approved: those that the diffs that they were shown make, in their order, of the task's start commit. */
async function approvedVersions(
  { answers }: TaskState,
  { git: { gitDir, objects }, path, from }: ComposeRequest,
): Promise<ReadonlySet<string>> {
  const versions = new Set<string>();
  let tree = from;
  for (const { verdict, paths, effect } of answers) {
    if (verdict !== "approve" || effect === undefined) continue;
    const next = await applyPatch({ gitDir, path, tree, patch: asGitPatch(effect) }).catch(() => tree);
    for (const edit of await objects.edits(tree, next)) if (paths.includes(edit.path)) versions.add(versionKey(edit));
    tree = next;
  }
  return versions;
}

/** Adds the header that git's own diffs have. */
function asGitPatch(diff: string): Buffer {
  const [, before = "", after = ""] = /^--- ([^\n]*)\n\+\+\+ ([^\n\t]*)/.exec(diff) ?? [];
  const mode = before === "/dev/null" ? "new file mode 100644\n" : "";
  return Buffer.from(`diff --git ${after.replace(/^("?)b\//, "$1a/")} ${after}\n${mode}${diff}`);
}

function changesOf(titles: readonly string[]): string {
  return `${titles.length === 1 ? "change" : "changes"} of ${namesOf(titles)}`;
}

function namesOf(files: readonly string[]): string {
  const [first = "", ...others] = files;
  return `${oneLine(first, 200)}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}
