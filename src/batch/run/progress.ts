/** The output of a running batch: on a terminal a line for each running task and a total, elsewhere a line for each task that ends. */

import { stripVTControlCharacters } from "node:util";
import { plainText } from "../../base/plain-text.ts";
import { oneLine } from "../../base/truncate.ts";
import { counted, money } from "../../base/words.ts";
import { taskLabel, type PlannedTask } from "../plan/batch-plan.ts";
import type { BatchState, TaskState } from "../results/fold.ts";
import { RESULT_STATES } from "../results/results-line.ts";
import type { BatchWatch } from "./run-plan.ts";

export interface ProgressOptions {
  readonly write: (text: string) => void;
  /** Width of the terminal in characters; undefined where the output is no terminal. */
  readonly columns: (() => number) | undefined;
  /** Monotonic ms. */
  readonly now: () => number;
}

interface Running {
  readonly task: PlannedTask;
  readonly fromMs: number;
  readonly step: number;
  readonly costUsd: number;
}

const TITLE_CHARS = 50;
const UP_AND_CLEAR = "\u001B[1A\u001B[2K";

export function createBatchProgress({ write, columns, now }: ProgressOptions) {
  const running = new Map<string, Running>();
  let total = "";
  let shown = 0;
  const clear = (): void => {
    if (shown > 0) write(UP_AND_CLEAR.repeat(shown));
    shown = 0;
  };
  const draw = (): void => {
    if (columns === undefined) return;
    const lines = [...[...running.values()].map((one) => runningLine(one, now())), ...(total === "" ? [] : [total])];
    write(lines.map((line) => `${oneLine(line, Math.max(20, columns() - 1))}\n`).join(""));
    shown = lines.length;
  };
  const redraw = (change: () => void): void => {
    if (columns !== undefined) clear();
    change();
    draw();
  };
  const note = (text: string): void => redraw(() => write(`${plainText(text)}\n`));
  const watch: BatchWatch = {
    started: (task) => redraw(() => running.set(task.id, { task, fromMs: now(), step: 0, costUsd: 0 })),
    step: (task, { step, costUsd }) =>
      redraw(() => {
        const known = running.get(task.id);
        if (known !== undefined) running.set(task.id, { ...known, step, costUsd });
      }),
    ended: (task, line, state, reason) =>
      redraw(() => {
        running.delete(task.id);
        total = totalLine(state);
        const { ended, all } = endedIn(state);
        const place = `[${ended}/${all}]`;
        if (line === undefined)
          return write(`${place} left     ${name(task)}${reason === undefined ? "" : `  ${plainText(reason)}`}\n`);
        const cost = line.costUsd === null ? "cost unknown" : money(line.costUsd);
        const why = line.state === "done" ? counted(line.files, "file") : plainText(line.reason);
        write(
          `${place} ${line.state.padEnd(8)} ${name(task)}  ${cost}  ${counted(line.steps, "step")}  ${line.seconds} s  ${why}\n`,
        );
      }),
  };
  return {
    ...watch,
    /** Prints a line that stays. */
    note,
    /** Removes the lines of running tasks. */
    close: clear,
  };
}

function name(task: PlannedTask): string {
  const title = oneLine(plainText(stripVTControlCharacters(task.title)), TITLE_CHARS);
  return `${task.id} ${plainText(taskLabel({ ...task, title }))}`;
}

function runningLine({ task, fromMs, step, costUsd }: Running, nowMs: number): string {
  return `  ${name(task)}  step ${step}  ${money(costUsd)}  ${Math.round((nowMs - fromMs) / 1000)} s`;
}

const ENDED: ReadonlySet<TaskState["state"]> = new Set(RESULT_STATES);

function endedIn({ tasks }: BatchState): { readonly ended: number; readonly all: number } {
  return { ended: tasks.filter(({ state }) => ENDED.has(state)).length, all: tasks.length };
}

/** `12 of 24: 10 done, 2 person; $0.83 of $40`. */
export function totalLine(state: BatchState): string {
  const { ended, all } = endedIn(state);
  const counts = RESULT_STATES.flatMap((name) => {
    const count = state.tasks.filter((one) => one.state === name).length;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  const parts = counts.length === 0 ? "" : `: ${counts.join(", ")}`;
  return `${ended} of ${all}${parts}; ${money(state.spentUsd)} of $${state.plan.limits.totalUsd}`;
}
