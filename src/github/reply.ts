/** What is answered at once, without a model. Markdown of our own words: nothing of the comment is repeated but a known word. */

import { LATER_VERBS, type Command } from "./command.ts";
import type { Opening } from "./opening.ts";

type Answered = Extract<Command, { readonly kind: "reply" | "later" | "unknown" }>;

/** The answer to a command that starts no run. */
export function replyTo(command: Answered, trigger: string): string {
  switch (command.kind) {
    case "later":
      return `\`${trigger} ${command.verb}\` is not supported yet.\n\n${usage(trigger)}`;
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
export function closedReply({ number }: Opening, trigger: string): string {
  return `#${number} is closed, so there is nothing to fix. Reopen it and write \`${trigger} fix\` again, or use \`${trigger} ask\`.`;
}

function usage(trigger: string): string {
  return [
    "Write one of these as the first words of a line:",
    "",
    `- \`${trigger} fix [what]\` changes the code and opens a pull request, or pushes to this one`,
    `- \`${trigger} ask <question>\` answers in a comment`,
    `- \`${trigger} plan [what]\` answers with a plan, which the next \`fix\` in the thread follows`,
    `- \`${trigger} review [what]\` reviews the change`,
    `- \`${trigger} /skill:<name> [request]\`, \`/flow:<name>\`, \`/init\` and others, also behind a verb; \`${trigger} /help\` lists those of this repository`,
    `- \`${trigger} status\`, \`${trigger} help\``,
    "",
    `It takes write permission. ${LATER_VERBS.map((verb) => `\`${verb}\``).join(", ")} will follow.`,
  ].join("\n");
}
