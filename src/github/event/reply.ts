/** Replies that need no model. They repeat nothing from the comment except a short word of letters. */

import { RESUME_FORM, type AnswerVerb } from "./answer.ts";
import type { Command } from "./command.ts";
import type { EventThread } from "./event-parts.ts";

type Answered = Extract<Command, { readonly kind: "reply" | "unknown" | "malformed" | "unreadable" }>;

/** The reply to a command that starts no run. */
export function replyTo(command: Answered, trigger: string): string {
  switch (command.kind) {
    case "malformed":
      return `\`${trigger} ${command.verb}\` was not carried out. ${command.problem}\n\n${accepted(trigger, [command.verb])}`;
    case "unreadable":
      return `No command was carried out: the comment is too long and complex to tell what its readers see. Post \`${trigger}\` and the request in a comment without the long text; a log in a code block can have any length.`;
    case "unknown": {
      // Letters only, and few: the word comes from the comment.
      const word = /^[A-Za-z]{1,20}$/.test(command.verb) ? ` \`${command.verb}\`` : "";
      return `${command.verb === "" ? "A command is missing" : `Unknown command${word}`}.\n\n${usage(trigger)}`;
    }
    case "reply":
      return usage(trigger);
  }
}

/** The reply to `status` where no sessions are kept. */
export const STATUS_ELSEWHERE =
  "The comment of each request shows its run, and the Actions tab shows its job. This workflow of two jobs keeps no runs to ask about.";

/** The reply to `fix` in a closed thread. */
export function closedReply({ number, isMerged }: EventThread, trigger: string): string {
  if (isMerged === true)
    return `#${number} is merged, so no fix was started. Open an issue and comment \`${trigger} fix\` there, or use \`${trigger} ask\` here.`;
  return `#${number} is closed, so no fix was started. Reopen it and comment \`${trigger} fix\` again, or use \`${trigger} ask\`.`;
}

/** The reply to an approval or rejection in an edited comment. */
export function editedReply(trigger: string): string {
  return `An edited comment cannot be used as an answer, because its text may have changed after it was read. An answer from before the edit stays valid. ${accepted(trigger, ["approve", "reject"])}`;
}

/** The reply to an answer written where answers do not count. */
export function misplacedReply(place: "description" | "review", trigger: string): string {
  const where = place === "review" ? "the text of a review" : "a description";
  return `An answer in ${where} does not count, because the text can be edited without a notification. ${accepted(trigger, ["approve", "reject", "resume", "cancel"])}`;
}

function accepted(trigger: string, verbs: readonly AnswerVerb[]): string {
  const lines = verbs.flatMap((verb) => FORMS[verb]).map((form) => `- \`${trigger} ${form}\``);
  const what = lines.length === 1 ? "this line" : "one of these lines";
  return [`Post a new comment that ends with ${what}:`, "", ...lines].join("\n");
}

const FORMS: Readonly<Record<AnswerVerb, readonly string[]>> = {
  approve: ["approve <digest> [<digest> …] [--session]", "approve all"],
  reject: ["reject <digest> [<digest> …] [why]", "reject all [why]"],
  resume: [`resume ${RESUME_FORM}`],
  cancel: ["cancel"],
};

function usage(trigger: string): string {
  return [
    "Begin a line of a comment with one of these commands:",
    "",
    `- \`${trigger} fix [what]\` changes the code and opens a pull request, or pushes to this one`,
    `- \`${trigger} ask <question>\` answers in a comment`,
    `- \`${trigger} plan [what]\` posts a plan, which the next \`fix\` in the thread follows`,
    `- \`${trigger} review [what]\` reviews the change; \`${trigger} fix review\` commits the suggestions that the review proved`,
    `- \`${trigger} status\` shows the run of this thread, \`${trigger} cancel\` ends it`,
    "",
    "<details><summary>For runs that wait or stopped, and slash commands</summary>",
    "",
    `- \`${trigger} /skill:<name> [request]\`, \`/flow:<name>\`, \`/init\` and other slash commands, also after a verb; \`${trigger} /help\` lists them`,
    `- \`${trigger} approve <digest>\` runs a waiting action, with \`--session\` also later ones of its kind; \`${trigger} approve all\` runs all waiting actions`,
    `- \`${trigger} reject <digest> [why]\` rejects a waiting action; with a reason the run continues, without one it ends; \`${trigger} reject all [why]\` rejects all`,
    `- \`${trigger} resume ${RESUME_FORM}\` resumes a stopped run`,
    "",
    "</details>",
    "",
    "Commands need write permission; `approve` and `reject` need what the policy requires and do not count in edited comments.",
  ].join("\n");
}
