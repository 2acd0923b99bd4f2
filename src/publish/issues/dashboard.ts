/** A dashboard: an issue of ours with sections of items, in which people tick boxes. Its failure is a warning: no job fails for it. */

import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import { paragraphs } from "../render/render-parts.ts";
import { createOwnIssue, type FoundIssue, type OwnIssue, type OwnIssueOptions } from "./own-issue.ts";
import { readTicks, type Ticks, type TicksQuestion } from "./tick-list.ts";

export interface SeenDashboard {
  /** Undefined where there is none yet. */
  readonly issue: FoundIssue | undefined;
  readonly ticks: Ticks;
}

export type Dashboard = ReturnType<typeof openDashboard>;

export interface DashboardOptions extends Omit<OwnIssueOptions, "self">, Pick<TicksQuestion, "self"> {
  /** `The dashboard`, for warnings. */
  readonly name: string;
  readonly warn: (text: string) => void;
}

/** Sends nothing before it is used. */
export function openDashboard({ name, warn, ...options }: DashboardOptions) {
  const own = createOwnIssue(options);
  const told = new Set<string>();
  const warnOnce = (text: string): void => {
    if (!told.has(text)) warn(text);
    told.add(text);
  };
  return {
    /** Undefined where GitHub does not say whether there is one. Then none may be made, because it could be a second one. */
    read: async (): Promise<SeenDashboard | undefined> => {
      try {
        const issue = await own.find();
        return { issue, ticks: issue === undefined ? { kind: "none" } : await readTicks({ ...options, issue }) };
      } catch (error) {
        warnOnce(`${name} cannot be read. ${oneLine(describeError(error), 300)}`);
        return undefined;
      }
    },
    /** Creates the issue or edits `there`, and returns its address. Undefined where GitHub refused. Never rejects. */
    put: async (...how: Parameters<OwnIssue["put"]>): Promise<{ readonly url: string } | undefined> => {
      const result = await own.put(...how);
      if (result.kind !== "refused") return result;
      warnOnce(`${name} cannot be written. ${result.reason} ${result.fix}`);
      return undefined;
    },
  };
}

export interface Section {
  readonly title?: string;
  /** Markdown; a section without items is left out. */
  readonly items: readonly string[];
}

export interface DashboardText {
  /** Paragraphs. */
  readonly head: readonly string[];
  readonly sections: readonly Section[];
  readonly foot?: string | undefined;
  /** Where the items are that do not fit. */
  readonly more?: string | undefined;
}

/** Below GitHub's limit of 65,536 characters, so that the gate never cuts a box in two. */
const MAX_CHARS = 60_000;

/** The body below the mark. Items that do not fit are counted. */
export function dashboardBody({ head, sections, foot = "", more = "" }: DashboardText): string {
  for (let share = 1; ; share /= 2) {
    const shown = sections.flatMap(({ title, items }) => {
      if (items.length === 0) return [];
      const fitting = items.slice(0, Math.floor(items.length * share));
      const rest = items.length - fitting.length;
      const list = [...fitting, ...(rest > 0 ? [`- … and ${rest} more${more}`] : [])].join("\n");
      return title === undefined ? [list] : [`### ${title} (${items.length})`, list];
    });
    const text = paragraphs([...head, ...shown, foot]);
    if (text.length <= MAX_CHARS || share < 1 / 4096) return text;
  }
}
