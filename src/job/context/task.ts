/** The prompt of each verb. The words of the person who asked come last; the thread is added as data. */

import { ASK_FOR_TITLE } from "../../publish/result/proposal.ts";
import type { RunVerb } from "../../github/event/command.ts";
import type { Trigger } from "../../github/event/trigger.ts";

export type RunTrigger = Extract<Trigger, { kind: "run" }>;

const CHANGE = `change the files of this repository, and check the change with its tests. Close with what you changed and why, in a few sentences. ${ASK_FOR_TITLE}`;

const TASKS: Readonly<Record<RunVerb, string>> = {
  fix: `Do what the issue or pull request below asks for: ${CHANGE}`,
  ask: "Answer the question below from this repository. Change no file. Close with the answer.",
  plan: "Write a plan for what the issue or pull request below asks for: which files change, how, in which order, what could go wrong. Change no file. Close with the plan.",
  review:
    "Review the changes of the pull request below. Look at the code around them, not only at the diff. Change no file. Close with your findings, the most important first, each with file and line; say so when there are none.",
};

/** The same for a command on a line of the diff, or in the text of a review. */
const PLACED_TASKS = {
  line: {
    fix: `Do what the thread on a line of the pull request's diff below asks for: ${CHANGE}`,
    ask: "Answer the question below about a line of the pull request's diff. Change no file. Close with the answer.",
  },
  review: {
    fix: `Do what the review below asks for, its text and its comments on lines (isOfRequest): ${CHANGE}`,
  },
} as const satisfies Readonly<Record<string, Partial<Record<RunVerb, string>>>>;

function taskOf({ verb, comment }: Pick<RunTrigger, "verb" | "comment">): string {
  const placed: Partial<Record<RunVerb, string>> =
    comment?.kind === "review text" ? PLACED_TASKS.review : comment?.place === undefined ? {} : PLACED_TASKS.line;
  return placed[verb] ?? TASKS[verb];
}

/** Whether a verb changes no files. */
export function isAnswerOnly(verb: RunVerb): boolean {
  return verb !== "fix";
}

/** The prompt of a verb, with the sanitised text after it. A slash command is the whole prompt, because the run reads one only at the beginning. */
export function promptOfVerb(
  trigger: Pick<RunTrigger, "verb" | "text" | "isSlash" | "comment">,
  hasThread: boolean,
): string {
  const { verb, text, isSlash } = trigger;
  if (isSlash) return text;
  if (!hasThread) return isAnswerOnly(verb) ? text : `${text}\n\n${ASK_FOR_TITLE}`;
  return text === "" ? taskOf(trigger) : `${taskOf(trigger)}\n\nWho asked adds: ${text}`;
}
