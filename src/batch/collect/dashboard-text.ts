/** The dashboard of a batch as Markdown. Every value from tasks and models is foreign text. */

import { oneLine } from "../../base/truncate.ts";
import { counted, money } from "../../base/words.ts";
import { BATCH_MARK } from "../../github/event/marker.ts";
import { dashboardBody, type Section } from "../../publish/issues/dashboard.ts";
import { renderTickBox } from "../../publish/issues/tick-list.ts";
import { safeInline, safeWords } from "../../publish/render/safe-markdown.ts";
import { isClosed, needsRetry, type BatchState, type TaskState } from "../results/fold.ts";
import { releaseOf } from "../results/release.ts";
import { stateCounts } from "../results/status.ts";
import type { RequestLine } from "../results/results-line.ts";
import { dueOf, batchPullsOf, roomOf, type BatchPullRequest } from "./batch-pulls.ts";
import type { BatchRecord } from "./record-ref.ts";
import { actionItems, shownActions } from "./shown-actions.ts";
import { RUN_URL } from "./take-in.ts";
import { waitingSessionOf } from "./waiting-session.ts";

export interface DashboardView extends Pick<BatchRecord, "lines" | "sessions"> {
  readonly state: BatchState;
  /** ms since the epoch. */
  readonly now: number;
  readonly trigger: string;
  /** Why ticks or answers did not count, in Markdown. */
  readonly notes: readonly string[];
  readonly runUrl: string | undefined;
  /** Whether there are boxes to tick. A job summary has none. */
  readonly hasBoxes: boolean;
  /** Address of the issue, for a text that is shown elsewhere. */
  readonly dashboardUrl?: string | undefined;
}

/** A batch with more tasks shows only counts and what is open. */
const MAX_LISTED = 300;

/** The first line of the issue. */
export function dashboardMark(id: string): string {
  return `${BATCH_MARK}${id} -->`;
}

/** What a tick asks for, by the id of its box. Undefined for a task that the plan does not have. */
export function requestOfBox(
  box: string,
  { tasks }: Pick<BatchState, "tasks">,
): Pick<RequestLine, "task" | "wish"> | undefined {
  const [, word, id] = /^(retry|open|skip):([0-9a-f]{12})$/.exec(box) ?? [];
  const wish = (["retry", "open", "skip"] as const).find((one) => one === word);
  return wish === undefined || id === undefined || !tasks.some(({ task }) => task.id === id)
    ? undefined
    : { task: id, wish };
}

/** The body below the mark. */
export function dashboardText(view: DashboardView): string {
  const more = ", see `kimi-runner batch status`";
  return dashboardBody({ head: headOf(view), sections: sectionsOf(view), foot: footOf(view), more });
}

function headOf({ state, lines, now, trigger, notes }: DashboardView): readonly string[] {
  const { plan, tasks, spentUsd } = state;
  const counts = stateCounts(state).map(([label, count]) => `**${count}** ${label}`);
  const { open, openedInHour } = roomOf(plan, lines, now);
  const merged = batchPullsOf(state, lines).filter(({ delivery }) => delivery?.state === "merged").length;
  const pulls =
    plan.deliver === null
      ? "Nothing is published."
      : `Pull requests: **${open}** open of at most ${plan.deliver.open}, ${openedInHour} in the last hour of at most ${plan.deliver.perHour}, **${merged}** merged.`;
  return [
    `**${tasks.length}** ${tasks.length === 1 ? "task" : "tasks"}: ${counts.join(", ")}.`,
    pulls,
    `Money: **${money(spentUsd)}** of at most ${money(plan.limits.totalUsd)}.`,
    ...releaseLines(state, trigger),
    ...notes.map((note) => `> [!NOTE]\n> ${note.replace(/\s+/g, " ")}`),
  ];
}

/** Asks a person to release the rest, by the digest of the plan and of the money that the rest needs. */
function releaseLines(state: BatchState, trigger: string): readonly string[] {
  const release = releaseOf(state);
  if (release === undefined) return [];
  const { digest, measuredUsd, restUsd, restMaxUsd, left } = release;
  return [
    "### Waits for approval",
    `The first ${state.released === 1 ? "task" : `${state.released} tasks`} cost ${money(measuredUsd)}. The other **${left}** would cost **${money(restUsd)}** at that rate, and at most ${money(restMaxUsd)}.`,
    `Comment \`${trigger} approve ${digest.slice(0, 12)}\` to release them.`,
  ];
}

function sectionsOf(view: DashboardView): readonly Section[] {
  const { state, lines, now, hasBoxes } = view;
  const isLong = state.tasks.length > MAX_LISTED;
  const batchPulls = batchPullsOf(state, lines).toSorted((a, b) => byName.compare(a.title, b.title));
  const room = roomOf(state.plan, lines, now);
  const due = new Map(batchPulls.map((batchPull) => [batchPull, dueOf(batchPull, { state, room, now })]));
  const box = (wish: RequestLine["wish"], taskState: TaskState, text: string): string =>
    hasBoxes ? renderTickBox({ id: `${wish}:${taskState.task.id}`, text }) : `- ${text}`;
  const titled = (title: string, tick: string): string => (hasBoxes ? `${title}; tick to ${tick}` : title);
  const open = batchPulls.filter(({ delivery }) => delivery?.state === "open");
  const isReady = (batchPull: BatchPullRequest): boolean => ["room", "waits", "now"].includes(due.get(batchPull) ?? "");
  const ready = batchPulls.filter((batchPull) => isReady(batchPull) && batchPull.delivery?.state !== "open");
  const tasks = state.tasks.toSorted((a, b) => byName.compare(a.task.title, b.task.title));
  const person = tasks.filter((taskState) => needsRetry(taskState) && taskState.wish?.wish !== "skip");
  const left = tasks.filter(({ delivery }) => delivery?.state === "left_out" || delivery?.state === "failed");
  const over = isLong ? [] : tasks.filter(({ state: task, delivery }) => isClosed(delivery) || task === "nothing");
  return [
    {
      title: "Open pull requests",
      items: open.map((batchPull) => `- #${batchPull.delivery?.pullRequest} ${nameOfPull(batchPull)}`),
    },
    {
      title: titled("Ready", "open now"),
      items: ready.flatMap((batchPull) => {
        const first = batchPull.tasks.find(({ isReady }) => isReady);
        return first === undefined ? [] : [box("open", first, `${nameOfPull(batchPull)} ${idOf(first)}`)];
      }),
    },
    {
      title: titled("Needs a person", "run again"),
      items: person.map((taskState) =>
        box("retry", taskState, `${nameOf(taskState)} ${idOf(taskState)}: ${reasonOf(taskState)}`),
      ),
    },
    { title: "Waits for an answer", items: waitingItems(view) },
    {
      title: "Left out",
      items: left.map(
        (taskState) => `- ${nameOf(taskState)}: ${safeWords(oneLine(taskState.delivery?.reason ?? "", 300))}`,
      ),
    },
    {
      title: "Tick to skip",
      items: hasBoxes && !isLong ? person.map((taskState) => box("skip", taskState, nameOf(taskState))) : [],
    },
    { title: "Over", items: over.map((taskState) => `- ${nameOf(taskState)}: ${endOf(taskState)}`) },
  ];
}

/** For a session that the record does not have, the item says where it can be answered. */
function waitingItems(view: DashboardView): readonly string[] {
  const { state, sessions, trigger } = view;
  const unkept = state.tasks.filter(
    (taskState) => taskState.state === "waiting" && waitingSessionOf(taskState, sessions) === undefined,
  );
  const resumed = "its session is too large for this page; `kimi-runner resume` on its bundle continues it";
  return [
    ...actionItems(shownActions(state, sessions), { trigger, nameOf }),
    ...unkept.map((taskState) => `- ${nameOf(taskState)}: ${resumed}`),
  ];
}

function endOf({ delivery }: TaskState): string {
  return isClosed(delivery) ? `${delivery?.state} in #${delivery?.pullRequest}` : "nothing to change";
}

function nameOfPull({ title, tasks }: BatchPullRequest): string {
  const count = tasks.length === 1 ? "" : ` (${counted(tasks.length, "task")})`;
  return `${safeInline(oneLine(title, 120))}${count}`;
}

function nameOf({ task }: TaskState): string {
  return safeInline(oneLine(task.title, 120));
}

/** The id, which comments name tasks by. */
function idOf({ task }: TaskState): string {
  return `(\`${task.id}\`)`;
}

function reasonOf({ result }: TaskState): string {
  const run = RUN_URL.exec(result?.run ?? "")?.[0];
  return `${safeWords(oneLine(result?.reason ?? "It has no result.", 200))}${run === undefined ? "" : ` · [run](${run})`}`;
}

/** `mod2` before `mod10`. */
const byName = new Intl.Collator("en", { numeric: true });

function footOf({ state: { plan }, runUrl, trigger, hasBoxes, dashboardUrl }: DashboardView): string {
  const how = hasBoxes
    ? `Ticks by people who may write count at the next collect. Or comment \`${trigger} batch retry <task>\`, \`open\` or \`skip\`. Started with the batch ${plan.id}, the workflow continues with what is left. `
    : "";
  const links = [
    ...(dashboardUrl === undefined ? [] : [` · [dashboard](${dashboardUrl})`]),
    ...(runUrl === undefined ? [] : [` · [run](${runUrl})`]),
  ];
  return `<sub>${how}Batch ${safeInline(plan.name)}, plan ${plan.id}, commit ${plan.base.slice(0, 12)}${links.join("")}</sub>`;
}
