/** The text of the maintenance dashboard: a section for each task, with its boxes and a hidden comment that holds its row as JSON. */

import { money } from "../../base/words.ts";
import { member, parseJson } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import { OUTCOME_NAMES, OUTCOMES, type Outcome } from "../../protocol/outcome.ts";
import { dashboardBody } from "../../publish/issues/dashboard.ts";
import { renderTickBox } from "../../publish/issues/tick-list.ts";
import { safeInline } from "../../publish/render/safe-markdown.ts";

export const MAINTENANCE_TITLE = "Scheduled tasks of kimi-runner";

export interface TaskRow {
  /** 8 hexadecimal digits. */
  readonly key: string;
  /** The beginning of the prompt. */
  readonly name: string;
  readonly outcome?: Outcome | undefined;
  /** ISO 8601. */
  readonly at?: string | undefined;
  readonly pull?: number | undefined;
  readonly costUsd?: number | undefined;
  readonly runUrl?: string | undefined;
  readonly pausedBy?: string | undefined;
  /** Login of the person who asked for the next run, which then begins also while the task rests or is paused. */
  readonly wantedBy?: string | undefined;
}

/** Most rows of the dashboard. The oldest are left out. */
const MAX_ROWS = 50;
const TASK = /^<!-- kimi-task:(\{.*\}) -->$/gm;

/** The rows in a body. Comments of another form are left out. */
export function rowsIn(body: string): readonly TaskRow[] {
  const rows = Array.from(body.matchAll(TASK), ([, json = ""]) => rowOf(parseJson(json)));
  const found = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.key, row] as const])));
  return [...found.values()].slice(0, MAX_ROWS);
}

function rowOf(value: unknown): TaskRow | undefined {
  const text = (name: string): string | undefined => {
    const found = member(value, name);
    return typeof found === "string" ? oneLine(found, 300) : undefined;
  };
  const number = (name: string): number | undefined => {
    const found = member(value, name);
    return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : undefined;
  };
  const key = text("key");
  if (key === undefined || !/^[0-9a-f]{8}$/.test(key)) return undefined;
  const runUrl = text("runUrl");
  return {
    key,
    name: text("name") ?? "",
    outcome: OUTCOME_NAMES.find((name) => name === text("outcome")),
    at: Number.isNaN(Date.parse(text("at") ?? "")) ? undefined : text("at"),
    pull: number("pull"),
    costUsd: number("costUsd"),
    runUrl: runUrl !== undefined && /^https?:\/\/[\w.:/-]+$/.test(runUrl) ? runUrl : undefined,
    pausedBy: text("pausedBy"),
    wantedBy: text("wantedBy"),
  };
}

/** The rows after a person ticked boxes, whose ids are `run:`, `pause:` or `resume:` with the key of a task. */
export function ticked(rows: readonly TaskRow[], ids: readonly string[], by: string): readonly TaskRow[] {
  return rows.map((row) => {
    const has = (what: string): boolean => ids.includes(`${what}:${row.key}`);
    return {
      ...row,
      pausedBy: has("resume") ? undefined : has("pause") ? by : row.pausedBy,
      wantedBy: has("run") ? by : row.wantedBy,
    };
  });
}

/** The body without its mark. `note` is Markdown that this program wrote. */
export function maintenanceText(rows: readonly TaskRow[], note: string | undefined): string {
  const head = [
    "Each section is a task that a schedule or a dispatch runs. A tick counts when the workflow of its task runs next, and only from people who may write here.",
    ...(note === undefined ? [] : [`> ${note}`]),
  ];
  // A section of its own for each row, with an empty line between them.
  const items = rows.slice(0, MAX_ROWS).map((row, at) => `${at === 0 ? "" : "\n"}${sectionOf(row)}`);
  return dashboardBody({ head, sections: [{ items }] });
}

function sectionOf(row: TaskRow): string {
  const { key, name, outcome, at, pull, costUsd, runUrl, pausedBy, wantedBy } = row;
  const facts = [
    pausedBy === undefined ? undefined : `⏸️ paused by ${safeInline(pausedBy)}`,
    outcome === undefined ? "not run yet" : OUTCOMES[outcome].title,
    at === undefined ? undefined : `${at.slice(0, 16).replace("T", " ")} UTC`,
    pull === undefined ? undefined : `pull request #${pull}`,
    costUsd === undefined ? undefined : money(costUsd),
    runUrl === undefined ? undefined : `[run](${runUrl})`,
    wantedBy === undefined ? undefined : `next run requested by ${safeInline(wantedBy)}`,
  ];
  const pause =
    pausedBy === undefined ? { id: `pause:${key}`, text: "Pause" } : { id: `resume:${key}`, text: "Resume" };
  const json = JSON.stringify(row)
    .replaceAll(">", String.raw`\u003e`)
    .replaceAll("<", String.raw`\u003c`);
  return [
    `### ${safeInline(oneLine(name, 170)) || key}`,
    facts.filter((fact) => fact !== undefined).join(" · "),
    [
      renderTickBox({ id: `run:${key}`, text: "Run it next time, even while it rests or is paused" }),
      renderTickBox(pause),
    ].join("\n"),
    `<!-- kimi-task:${json} -->`,
  ].join("\n\n");
}
