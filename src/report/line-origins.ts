/** Finds the step that made each changed line, exactly: from the differences between the snapshots of a run. */

import type { FileOrigins, LineOrigins, LineRun } from "../protocol/origin.ts";
import type { JournalRecord } from "../protocol/wire.ts";
import { readPatch, type PatchFile, type PatchLine } from "./patch.ts";

/**
 * Reads what is `known` from an earlier end of the same run, `from` which tree on it is not (the start commit's when left out), and the
 * snapshots after it. A snapshot shows what the last call before it left: `step` is that call's `ReportStep.id`, undefined for the files
 * as the run found them.
 */
export function originsSoFar(records: readonly JournalRecord[]) {
  const name = createStepNames();
  const steps = new Map<string, string>();
  let newest: string | undefined;
  let trees: { readonly tree: string; readonly step: string | undefined }[] = [];
  let known: LineOrigins = {};
  let from: string | undefined;
  for (const { event } of records) {
    const [agent, inner] = event.type === "subagent.event" ? [`${event.agentId}-`, event.event] : ["", event];
    if (inner.type === "step.begin") steps.set(agent, name(agent, inner.step));
    if (inner.type === "tool.end") newest = steps.get(agent) ?? newest;
    if (inner.type === "workspace.snapshot") trees.push({ tree: inner.tree, step: newest });
    if (inner.type === "change.origins") {
      [known, from] = [inner.files, inner.tree];
      trees = [];
    }
  }
  return { known, from, trees: [...trees, { tree: "", step: newest }] };
}

/** Gives each step its id, `s3` or `a1-s3`; a step of the same number that began again is `s3-2`. */
export function createStepNames(): (prefix: string, step: number) => string {
  const seen = new Map<string, number>();
  return (prefix, step) => {
    const id = `${prefix}s${step}`;
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
}

interface Change {
  readonly patch: string;
  /** Undefined where the lines are those that the run found. */
  readonly step: string | undefined;
}

/** Successive lines that one step added, or that are in the start commit. */
interface Stretch {
  readonly count: number;
  readonly owner?: string | undefined;
  /** Number of the first line in the start commit; undefined for lines that the run added. */
  readonly base?: number | undefined;
}

/** Follows the lines of these files through the changes after what is `known`. The patches have no context (`-U0`). */
export function lineOrigins(
  changes: readonly Change[],
  paths: ReadonlySet<string>,
  known: LineOrigins = {},
): LineOrigins {
  const origins = new Map(
    Object.entries(known)
      .filter(([path]) => paths.has(path))
      .map(([path, { added, removed, steps }]) => [
        path,
        { stretches: stretchesOf(added, removed), removed: [...removed], steps: new Set(steps) },
      ]),
  );
  for (const { patch, step } of changes)
    for (const file of readPatch(patch)) {
      if (!paths.has(file.path)) continue;
      const of = origins.get(file.path) ?? { stretches: stretchesOf([], []), removed: [], steps: new Set<string>() };
      origins.set(file.path, of);
      if (step !== undefined) of.steps.add(step);
      of.stretches = followed(of.stretches, file, step ?? "", of.removed);
    }
  return Object.fromEntries(
    [...origins].map(([path, { stretches, removed, steps }]) => [
      path,
      { added: addedRuns(stretches), removed, steps: [...steps] },
    ]),
  );
}

/** The lines of a file, from the lines that were added to those of the start commit and removed from them. */
function stretchesOf(added: readonly LineRun[], removed: readonly LineRun[]): Stretch[] {
  const stretches: Stretch[] = [];
  const gone = removed.toSorted(([a], [b]) => a - b);
  let next = 0;
  let base = 1;
  const kept = (count: number): void => {
    let left = count;
    while (left > 0) {
      for (; gone[next]?.[0] === base; next += 1) base += gone[next]?.[1] ?? 0;
      const part = Math.min(left, (gone[next]?.[0] ?? Number.POSITIVE_INFINITY) - base);
      stretches.push({ count: part, base });
      base += part;
      left -= part;
    }
  };
  let line = 1;
  for (const [first, count, owner] of added) {
    kept(first - line);
    stretches.push({ count, owner });
    line = first + count;
  }
  kept(Number.POSITIVE_INFINITY);
  return stretches;
}

/** The lines of a file after one more change. Adds the lines of the start commit that it removes to `removed`. */
function followed(before: readonly Stretch[], file: PatchFile, step: string, removed: LineRun[]): Stretch[] {
  const after: Stretch[] = [];
  let at = 0;
  /** What is left of the stretch at this index. */
  let first = before[at];
  let line = 1;
  const take = (count: number, to: (stretch: Stretch) => void): void => {
    let left = count;
    while (left > 0 && first !== undefined) {
      const part = Math.min(left, first.count);
      to({ ...first, count: part });
      left -= part;
      line += part;
      const base: number | undefined = first.base === undefined ? undefined : first.base + part;
      first = first.count === part ? before[(at += 1)] : { ...first, count: first.count - part, base };
    }
  };
  for (const { lines, oldStart } of file.hunks) {
    const gone = lines.filter(({ sign }) => sign === "-");
    const come = lines.filter(({ sign }) => sign === "+").length;
    const start = gone.length > 0 ? oldStart : oldStart + 1;
    take(start - line, (stretch) => after.push(stretch));
    take(gone.length, ({ base, count }) => {
      if (base !== undefined) removed.push([base, count, step]);
    });
    if (come > 0) after.push({ count: come, owner: step });
  }
  return [...after, ...(first === undefined ? [] : [first]), ...before.slice(at + 1)];
}

function addedRuns(stretches: readonly Stretch[]): readonly LineRun[] {
  let line = 1;
  return stretches.flatMap(({ count, owner }): readonly LineRun[] => {
    const first = line;
    line += count;
    return owner === undefined ? [] : [[first, count, owner]];
  });
}

/** Says which step made a line of the patch; undefined where none did. The lines are asked about in their order. */
export function createOriginOf({ added, removed }: Pick<FileOrigins, "added" | "removed">) {
  const stepAt = { "+": stepsOf(added), "-": stepsOf(removed.toSorted(([a], [b]) => a - b)) } as const;
  return (line: Pick<PatchLine, "sign" | "old" | "new">): string | undefined => {
    if (line.sign === "+") return stepAt["+"](line.new ?? 0);
    return line.sign === "-" ? stepAt["-"](line.old ?? 0) : undefined;
  };
}

/** The step of a line number, which grows from call to call. */
function stepsOf(runs: readonly LineRun[]): (line: number) => string | undefined {
  let next = 0;
  return (line) => {
    let run = runs[next];
    for (; run !== undefined && run[0] + run[1] <= line; run = runs[next]) next += 1;
    return run === undefined || line < run[0] ? undefined : run[2] || undefined;
  };
}
