/**
 * Combines the changes of several tasks in one tree. Each change is judged by the policy of its start commit and then applied, in the
 * order of the tasks. A change that conflicts with those before it is left out and named. All of this happens without a work tree.
 */

import { sha256 } from "../../base/sha256.ts";
import { oneLine } from "../../base/truncate.ts";
import { versionKey, type HeldBy, type HeldFile } from "../../protocol/approval.ts";
import { describeError } from "../../protocol/error.ts";
import { applyPatch } from "../../workspace/apply-patch.ts";
import { judgedChange, type UnfilteredFile } from "../../workspace/change/judged-change.ts";
import type { TaskState } from "../results/fold.ts";
import type { BatchPublisher } from "./publisher.ts";
import type { TaskChange } from "./record-ref.ts";

export interface ComposeRequest extends Pick<BatchPublisher, "git" | "gitDir" | "path" | "heldBy" | "policy"> {
  /** Tree of the commit that the tasks started at. */
  readonly from: string;
  /** Tree that the changes are put on: `from`, or the tree of the branch below. */
  readonly onto: string;
  readonly tasks: readonly TaskState[];
  readonly changes: ReadonlyMap<string, TaskChange>;
}

export interface IncludedTask {
  readonly taskState: TaskState;
  readonly report: string;
  readonly files: readonly string[];
  /** Files of the change that are not published. */
  readonly heldFiles: readonly HeldFile[];
  /** Files that are published without their filters. */
  readonly unfiltered: readonly UnfilteredFile[];
  /** Versions that people approved, as `versionKey` has them. */
  readonly approved: ReadonlySet<string>;
}

export interface LeftOutTask {
  readonly taskState: TaskState;
  /** One sentence. */
  readonly reason: string;
}

export interface Composed {
  readonly tree: string;
  readonly included: readonly IncludedTask[];
  readonly leftOut: readonly LeftOutTask[];
}

/** Throws `git.failed` where git fails. A patch that cannot be used is left out. */
export async function composeChanges(request: ComposeRequest): Promise<Composed> {
  let tree = request.onto;
  const included: IncludedTask[] = [];
  const leftOut: LeftOutTask[] = [];
  /** By the path of a file, the titles of the tasks that changed it. */
  const owners = new Map<string, readonly string[]>();
  for (const taskState of request.tasks) {
    const change = request.changes.get(taskState.task.id);
    const made = change === undefined ? "Its change is no longer kept." : await published(taskState, change, request);
    if (typeof made === "string") {
      leftOut.push({ taskState, reason: made });
      continue;
    }
    const next = await request.git.onto({ from: request.from, to: made.tree, tree });
    if (next === undefined) {
      const others = [...new Set(made.files.flatMap((file) => owners.get(file) ?? []))];
      const there = others.length === 0 ? "what is there already" : `the ${changesOf(others)}`;
      leftOut.push({ taskState, reason: `Conflict: ${namesOf(made.files)} does not fit on ${there}.` });
      continue;
    }
    tree = next;
    for (const file of made.files) owners.set(file, [...(owners.get(file) ?? []), oneLine(taskState.task.title, 100)]);
    const { tree: _, ...rest } = made;
    included.push({ taskState, report: change?.report ?? "", ...rest });
  }
  return { tree, included, leftOut };
}

interface Published extends Omit<IncludedTask, "taskState" | "report"> {
  readonly tree: string;
}

/** The part of one change that may be published, or why there is none, as a sentence. */
async function published(
  taskState: TaskState,
  { patch }: TaskChange,
  request: ComposeRequest,
): Promise<Published | string> {
  const { git, gitDir, path, from } = request;
  if (sha256(patch) !== taskState.result?.patch) return "Its change is not the one that was recorded.";
  let to: string;
  try {
    to = await applyPatch({ gitDir, path, tree: from, patch });
  } catch (error) {
    return `Its change cannot be applied to its start commit: ${oneLine(describeError(error), 200)}`;
  }
  const approved = await approvedVersions(taskState, request);
  const { tree, heldFiles, unfiltered } = await judgedChange({
    git,
    from,
    to,
    heldBy: withApproved(request.heldBy, approved),
    filters: { trees: [request.onto], asIs: request.policy.asIs },
  });
  const files = (await git.edits(from, tree)).map((edit) => edit.path);
  if (files.length > 0) return { tree, files, heldFiles, unfiltered, approved };
  const [first] = heldFiles;
  if (first === undefined) return "It changes nothing.";
  return `The policy holds ${namesOf(heldFiles.map((file) => file.path))} (${first.rule}), and it changes nothing else.`;
}

/**
 * The versions of files that people approved. They result when the diffs that people were shown are applied, one after the other, to
 * the commit that the task started at. A rule must approve every other version, and what an approved command changed.
 */
async function approvedVersions(
  { answers }: TaskState,
  { git, gitDir, path, from }: ComposeRequest,
): Promise<ReadonlySet<string>> {
  const versions = new Set<string>();
  let tree = from;
  for (const { verdict, paths, effect } of answers) {
    if (verdict !== "approve" || effect === undefined) continue;
    const next = await applyPatch({ gitDir, path, tree, patch: asGitPatch(effect) }).catch(() => tree);
    for (const edit of await git.edits(tree, next)) if (paths.includes(edit.path)) versions.add(versionKey(edit));
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

/** Judges as the policy does, and lets through the versions that people approved. */
export function withApproved(heldBy: HeldBy, approved: ReadonlySet<string>): HeldBy {
  return (version, found) => {
    const held = heldBy(version, found);
    return held?.isAnswerable === true && approved.has(versionKey(version)) ? undefined : held;
  };
}

function changesOf(titles: readonly string[]): string {
  return `${titles.length === 1 ? "change" : "changes"} of ${namesOf(titles)}`;
}

function namesOf(files: readonly string[]): string {
  const [first = "", ...others] = files;
  return `${oneLine(first, 200)}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}
