/** `report.csv`: one row for each task, for spreadsheets. */

import type { BatchState, TaskStand } from "./fold.ts";

type Cell = string | number | null | undefined;

const COLUMNS: Readonly<Record<string, (stand: TaskStand) => Cell>> = {
  id: ({ task }) => task.id,
  title: ({ task }) => task.title,
  state: ({ state }) => state,
  outcome: ({ result }) => result?.outcome,
  verification: ({ result }) => result?.verification,
  attempts: ({ attempt }) => attempt,
  cost_usd: ({ spentUsd }) => Number(spentUsd.toFixed(6)),
  steps: ({ result }) => result?.steps,
  tokens: ({ result }) => result?.tokens,
  seconds: ({ result }) => result?.seconds,
  files: ({ result }) => result?.files,
  model: ({ task, result }) => result?.model ?? task.model,
  variant: ({ task }) => task.variant,
  repeat: ({ task }) => task.repeat,
  delivery: ({ delivery }) => delivery?.state,
  pull_request: ({ delivery }) => delivery?.pullRequest,
  reason: ({ result }) => result?.reason,
};

/** The table in the format of RFC 4180, with a header. */
export function tableReport({ tasks }: BatchState): string {
  const readers = Object.values(COLUMNS);
  const rows = [Object.keys(COLUMNS), ...tasks.map((stand) => readers.map((read) => read(stand)))];
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

/** A spreadsheet runs a text that begins like a formula, and titles are foreign text. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  const text = typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
