/** A comparison as a Markdown table, for a terminal, a job summary or a comment. */

import { money } from "../../base/words.ts";
import { rowName, type ComparedRow, type Comparison, type Difference } from "./comparison.ts";

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
