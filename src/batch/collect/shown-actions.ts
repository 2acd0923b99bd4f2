/** The held actions of waiting tasks, as the dashboard shows them. Their journals are not trusted, so people name an action by a digest made here. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { fenced } from "../../base/plain-text.ts";
import { sha256 } from "../../base/sha256.ts";
import { oneLine } from "../../base/truncate.ts";
import { counted, grouped } from "../../base/words.ts";
import { SHOWN_WHOLE } from "../../github/event/match-answers.ts";
import { safeInline } from "../../publish/render/safe-markdown.ts";
import { visibleText } from "../../publish/render/visible-text.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { BatchState, TaskState } from "../results/fold.ts";
import type { AnswerLine } from "../results/results-line.ts";
import type { BatchRecord } from "./record-ref.ts";
import { heldBySession, waitingSessionOf } from "./waiting-session.ts";

export type ShownAction = ReturnType<typeof actionsOf>[number];

/** Limit for one diff: about 60 lines of code. */
const MAX_EFFECT_CHARS = 4_000;
/** Limit for all diffs: a third of the page, so that there is room for the rest of it. */
const MAX_EFFECTS_CHARS = 20_000;

/** The first actions of all tasks come before all second ones, so that a task with many actions hides no other. */
export function shownActions(
  { tasks }: Pick<BatchState, "tasks">,
  sessions: BatchRecord["sessions"],
): readonly ShownAction[] {
  const ofTasks = tasks.map((taskState) => {
    const session = waitingSessionOf(taskState, sessions);
    return session === undefined ? [] : actionsOf(taskState, heldBySession(session));
  });
  const most = Math.max(0, ...ofTasks.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) => ofTasks.flatMap((actions) => actions[index] ?? [])).flat();
}

/** Those with an answer, and as many others as are shown whole. The rest are shown when these have their answers. */
function actionsOf(taskState: TaskState, held: readonly HeldCall[]) {
  const { task, attempt, answers } = taskState;
  const given = new Map(answers.map((answer) => [answer.digest, answer]));
  const waiting = held.filter(({ digest }) => !given.has(digest));
  const open = waiting.slice(0, SHOWN_WHOLE);
  return held
    .filter((one) => open.includes(one) || given.has(one.digest))
    .map((one) => {
      const { preview = "" } = one;
      return {
        taskState,
        held: one,
        /** 64 hex digits over the task, the attempt and everything that is held. */
        digest: sha256(canonicalJson({ v: 1, task: task.id, attempt, held: one })),
        /** The diff of the files that it writes; undefined without a diff, and where it is too long to be shown whole. */
        effect: hasDiff(one) && visibleText(preview).length <= MAX_EFFECT_CHARS ? preview : undefined,
        answer: given.get(one.digest),
        /** Number of actions of the task that are shown after this one has its answer. */
        more: one === open.at(-1) ? waiting.length - open.length : 0,
      };
    });
}

/** An item for each action, with the comment that answers it. Actions without room are shown when the others have their answers. */
export function actionItems(
  actions: readonly ShownAction[],
  { trigger, nameOf }: { readonly trigger: string; readonly nameOf: (taskState: TaskState) => string },
): readonly string[] {
  let room = MAX_EFFECTS_CHARS;
  return actions.flatMap(({ taskState, held, digest, effect, answer, more }) => {
    const name = nameOf(taskState);
    const head = `- ${name}: ${safeInline(oneLine(visibleText(held.summary), 300))}`;
    if (answer !== undefined) return [`${head}: ${wordsOf(answer)}`];
    const rest = more === 0 ? [] : [`- ${name}: ${counted(more, "more action")}, shown when these have their answers`];
    const shown = effect === undefined ? "" : visibleText(effect);
    if (shown.length > room) return [`${head}: it is shown whole when the actions above have their answers`, ...rest];
    room -= shown.length;
    const way = `${head}: comment \`${trigger} approve ${digest.slice(0, 12)}\``;
    if (effect !== undefined) return [`${way}\n\n${fenced(shown, "diff").replace(/^/gm, "  ")}\n`, ...rest];
    return [hasDiff(held) ? `${way}. ${tooLong(held)}` : way, ...rest];
  });
}

/** Whether the preview is a diff. Previews of other calls repeat their arguments. */
function hasDiff({ preview = "", capabilities }: HeldCall): boolean {
  return preview.startsWith("--- ") && capabilities.some(({ kind }) => kind === "write");
}

function tooLong({ preview = "" }: HeldCall): string {
  return `Its diff is too long for this page (${grouped(preview.length)} characters), so what it writes is published only where a rule approves it.`;
}

function wordsOf({ verdict, by }: AnswerLine): string {
  return `${verdict === "approve" ? "approved" : "rejected"} by ${safeInline(by)}; the workflow continues with it`;
}
