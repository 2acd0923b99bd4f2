/** What is answered at once, without a model. Markdown of our own words: nothing of the comment is repeated but a known word. */

import { RESUME_FORM, type AnswerVerb } from "./answer.ts";
import type { Command } from "./command.ts";
import type { EventThread } from "./event-parts.ts";

type Answered = Extract<Command, { readonly kind: "reply" | "unknown" | "malformed" }>;

/** The answer to a command that starts no run. */
export function replyTo(command: Answered, trigger: string): string {
  switch (command.kind) {
    case "malformed":
      return `\`${trigger} ${command.verb}\` was not carried out. ${command.problem}\n\n${accepted(trigger, [command.verb])}`;
    case "unknown": {
      // Letters only, and few: the word comes from the comment.
      const word = /^[A-Za-z]{1,20}$/.test(command.verb) ? ` \`${command.verb}\`` : "";
      return `${command.verb === "" ? "A command is missing" : `I do not know the command${word}`}.\n\n${usage(trigger)}`;
    }
    case "reply":
      return command.verb === "help"
        ? usage(trigger)
        : "What runs here is in the comment with the list of steps above, and in the Actions tab of this repository. No such comment: nothing is running.";
  }
}

/** The answer to a fix on something closed. */
export function closedReply({ number }: EventThread, trigger: string): string {
  return `#${number} is closed, so there is nothing to fix. Reopen it and write \`${trigger} fix\` again, or use \`${trigger} ask\`.`;
}

/** The answer to an approval or rejection in a comment that was edited. */
export function editedReply(trigger: string): string {
  return `A comment that was edited is no answer: nobody can tell what stood there when it was read. What was taken before the edit stays. ${accepted(trigger, ["approve", "reject"])}`;
}

/** The answer to words that decide something, written where they do not count. */
export function misplacedReply(place: "description" | "review", trigger: string): string {
  const where = place === "review" ? "The text of a review decides nothing" : "A description decides nothing";
  return `${where}, because it can be changed unseen. ${accepted(trigger, ["approve", "reject", "resume", "cancel"])}`;
}

/** The lines that would have been accepted. */
function accepted(trigger: string, verbs: readonly AnswerVerb[]): string {
  const lines = verbs.flatMap((verb) => FORMS[verb]).map((form) => `- \`${trigger} ${form}\``);
  const what = lines.length === 1 ? "this as its last line" : "one of these as its last line";
  return [`Write a new comment with ${what}:`, "", ...lines].join("\n");
}

const FORMS: Readonly<Record<AnswerVerb, readonly string[]>> = {
  approve: ["approve <digest> [<digest> …] [--session]", "approve all"],
  reject: ["reject <digest> [<digest> …] [why]", "reject all [why]"],
  resume: [`resume ${RESUME_FORM}`],
  cancel: ["cancel"],
};

function usage(trigger: string): string {
  return [
    "Write one of these as the first words of a line:",
    "",
    `- \`${trigger} fix [what]\` changes the code and opens a pull request, or pushes to this one`,
    `- \`${trigger} ask <question>\` answers in a comment`,
    `- \`${trigger} plan [what]\` answers with a plan, which the next \`fix\` in the thread follows`,
    `- \`${trigger} review [what]\` reviews the change`,
    `- \`${trigger} /skill:<name> [request]\`, \`/flow:<name>\`, \`/init\` and others, also behind a verb; \`${trigger} /help\` lists those of this repository`,
    `- \`${trigger} approve <digest>\` lets a call run that waits for it, \`--session\` also those like it; \`${trigger} approve all\` all that wait`,
    `- \`${trigger} reject <digest> [why]\` refuses it; with a reason the run goes on; \`${trigger} reject all [why]\``,
    `- \`${trigger} resume ${RESUME_FORM}\` goes on with a run that stopped`,
    `- \`${trigger} cancel\` ends the run of this thread`,
    `- \`${trigger} status\`, \`${trigger} help\``,
    "",
    "It takes write permission, and for `approve` and `reject` what the policy asks for; those two count in new comments alone, never in edited ones.",
  ].join("\n");
}
