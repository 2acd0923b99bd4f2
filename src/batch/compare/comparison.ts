/** Makes a row for each model and prompt of a batch, and finds the differences to a baseline. */

import { configError } from "../../protocol/error.ts";
import type { BatchState, TaskState } from "../results/fold.ts";
import { money } from "../../base/words.ts";

type ComparedRow = ReturnType<typeof rowOf>;

export type Comparison = ReturnType<typeof compareTasks>;

const DEFAULT_MODEL = "(default model)";

export function compareTasks({ tasks }: Pick<BatchState, "tasks">) {
  const isVerified = tasks.some(
    ({ task, result }) => task.verify.length > 0 || (result !== undefined && result.verification !== "none"),
  );
  /** `verified`: passed means that the checks were green. `ended`: there were no checks, and passed means a change. */
  const measure = isVerified ? "verified" : "ended";
  const groups = Map.groupBy(tasks, (taskState) => JSON.stringify([taskState.task.variant, modelOf(taskState)]));
  return { measure, rows: [...groups.values()].map((taskStates) => rowOf(taskStates, measure)) };
}

/** A model that flags or the policy chose is not in the plan, so it has no name here. */
function modelOf({ task }: TaskState): string {
  return task.model ?? DEFAULT_MODEL;
}

function rowOf(taskStates: readonly TaskState[], measure: "verified" | "ended") {
  /** The tasks that the model has answered, well or badly. The rate and the means are of these, and undefined where there are none. */
  const tried = taskStates.filter(({ state }) => isAnswered(state));
  const passed = tried.filter(({ state, result }) =>
    measure === "verified" ? result?.verification === "green" && isGood(state) : state === "done",
  ).length;
  const mean = (read: (taskState: TaskState) => number): number | undefined =>
    tried.length === 0 ? undefined : tried.reduce((sum, taskState) => sum + read(taskState), 0) / tried.length;
  const [first] = taskStates;
  return {
    model: first === undefined ? DEFAULT_MODEL : modelOf(first),
    /** Name of the prompt; undefined where there is only one. */
    variant: first?.task.variant,
    passed,
    tries: tried.length,
    rate: tried.length === 0 ? undefined : passed / tried.length,
    interval: wilsonInterval(passed, tried.length),
    /** Tasks that failed outside of the model. */
    infra: taskStates.filter(({ state }) => state === "infra").length,
    /** Tasks that have not ended. */
    left: taskStates.filter(({ state }) => state !== "infra" && !isAnswered(state)).length,
    costUsd: mean(({ result, task }) => result?.costUsd ?? task.costUsd),
    steps: mean(({ result }) => result?.steps ?? 0),
    seconds: mean(({ result }) => result?.seconds ?? 0),
    totalUsd: taskStates.reduce((sum, { spentUsd }) => sum + spentUsd, 0),
  };
}

function isGood(state: TaskState["state"]): boolean {
  return state === "done" || state === "nothing";
}

function isAnswered(state: TaskState["state"]): boolean {
  return isGood(state) || state === "person" || state === "limit";
}

type Difference = ReturnType<typeof differencesTo>[number];

/** Compares rows of the same model and prompt, or the only row of each side. Throws `config.invalid` where no row has a counterpart. */
export function differencesTo(baseline: Comparison, { rows, measure }: Comparison) {
  if (baseline.measure !== measure && hasAnswers(baseline.rows) && hasAnswers(rows))
    throw configError(
      "The baseline cannot be compared: only one of the two has checks.",
      "Run both with the same `task.verify`.",
    );
  const isOneEach = rows.length === 1 && baseline.rows.length === 1;
  const isSame = (now: ComparedRow, before: ComparedRow): boolean =>
    isOneEach || (before.model === now.model && before.variant === now.variant);
  const differences = rows.map((now) => {
    /** Undefined where the baseline has no such row. */
    const before = baseline.rows.find((row) => isSame(now, row));
    return { now, before, kind: before === undefined ? "none" : kindOfDifference(now, before) } as const;
  });
  if (differences.some(({ before }) => before !== undefined)) return differences;
  throw configError(
    "The baseline has none of these models and prompts.",
    `It has: ${baseline.rows.map(rowName).join(", ")}.`,
  );
}

function hasAnswers(rows: readonly ComparedRow[]): boolean {
  return rows.some(({ tries }) => tries > 0);
}

/** `noise`: the intervals overlap. `none`: one of the two rows has no answers, so that they cannot be compared. */
function kindOfDifference(now: ComparedRow, before: ComparedRow) {
  if (now.tries === 0 || before.tries === 0) return "none";
  if (now.interval.high < before.interval.low) return "worse";
  return now.interval.low > before.interval.high ? "better" : "noise";
}

function rowName({ model, variant }: ComparedRow): string {
  return variant === undefined ? model : `${model}, ${variant}`;
}

const Z = 1.959963984540054;

/** The interval that E. B. Wilson published in 1927: sound for few tries, and never outside of 0 to 1. Without tries, every rate is possible. */
export function wilsonInterval(passed: number, tries: number) {
  if (tries === 0) return { low: 0, high: 1 };
  const rate = passed / tries;
  const square = (Z * Z) / tries;
  const middle = (rate + square / 2) / (1 + square);
  const half = (Z / (1 + square)) * Math.sqrt((rate * (1 - rate)) / tries + square / (4 * tries));
  // Exactly 0 and 1 at the ends: rounding would leave a remainder of 1e-17 there.
  return { low: passed === 0 ? 0 : middle - half, high: passed === tries ? 1 : middle + half };
}

const HEAD = ["Model", "Passed", "Rate", "95 %", "Cost", "Steps", "Seconds", "Infra", "Left"];

/** Lines without a newline at the end of the last one. */
export function comparisonText({ rows, measure }: Comparison, differences: readonly Difference[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [
    line(HEAD),
    rule,
    ...rows.map((row) => line(cellsOf(row))),
    "",
    measure === "verified"
      ? "Passed: the checks passed. Rates count what a model answered; failures outside of it are in the column Infra."
      : "Passed: ended with a change, because there are no checks. Failures outside of a model are in the column Infra.",
    ...differences.map(differenceText),
  ].join("\n");
}

function cellsOf(row: ComparedRow): readonly string[] {
  const { passed, tries, rate, interval, infra, left, costUsd, steps, seconds } = row;
  return [
    rowName(row).replaceAll("|", String.raw`\|`),
    `${passed}/${tries}`,
    rate === undefined ? "–" : percent(rate),
    tries === 0 ? "–" : `${percent(interval.low)}–${percent(interval.high)}`,
    costUsd === undefined ? "–" : money(costUsd),
    steps === undefined ? "–" : steps.toFixed(1),
    seconds === undefined ? "–" : seconds.toFixed(1),
    String(infra),
    String(left),
  ];
}

function differenceText({ now, before, kind }: Difference): string {
  if (before === undefined) return `${rowName(now)}: nothing to compare, it is not in the baseline.`;
  if (kind === "none")
    return `${rowName(now)}: nothing to compare, no task was answered ${now.tries === 0 ? "here" : "in the baseline"}.`;
  const words = {
    better: "better than the baseline",
    worse: "worse than the baseline",
    noise: "no difference from the baseline beyond chance",
  };
  const was = `${before.passed}/${before.tries}, ${percent(before.interval.low)}–${percent(before.interval.high)}`;
  return `${rowName(now)}: ${words[kind]} (${was}).`;
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}
