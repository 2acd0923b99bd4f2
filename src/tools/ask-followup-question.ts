/** `ask_followup_question`: recorded as an assumption and answered at once. Not offered; models that know it call it anyway. */

import * as z from "zod/mini";
import { isRecord } from "../base/member.ts";
import { oneLine } from "../base/truncate.ts";
import { defineConversationTool } from "./define/define-tool.ts";
import type { GivenArguments } from "./repair/repair.ts";

export const askFollowupQuestionTool = defineConversationTool({
  name: "ask_followup_question",
  offeredTo: ["agent files"],
  aliases: ["AskUserQuestion"],
  isUnderstood: true,
  description: "Record an open question. No person answers: you will be told to decide.",
  input: z.strictObject({
    question: z.string().check(z.minLength(1), z.describe("what is unclear")),
    follow_up: z.optional(z.array(z.string()).check(z.describe("likely answers"))),
  }),
  // Kilo offers objects with a text and a mode; Kimi CLI asks several questions with options at once.
  reshape: (given) => {
    const { questions, ...rest } = given;
    const input = Array.isArray(questions) && questions.every(isRecord) ? { ...rest, ...joined(questions) } : given;
    const { follow_up: offered } = input;
    return Array.isArray(offered) && offered.every(isRecord)
      ? { ...input, follow_up: offered.map(({ text }) => text) }
      : input;
  },
  answer: ({ question }) => ({
    summary: `question: ${oneLine(question, 100)}`,
    text: "No person is there to answer. Decide by yourself: take the reading that fits the code best and is easiest to undo, go on, and state the assumption in your final answer.",
    events: [{ type: "assumption.made", question }],
  }),
});

function joined(questions: readonly GivenArguments[]): GivenArguments {
  const options = questions.flatMap(({ options: some }) => (Array.isArray(some) ? some.filter(isRecord) : []));
  return {
    question: questions.map(({ question }) => question).join("\n"),
    ...(options.length === 0 ? {} : { follow_up: options.map(({ label }) => label) }),
  };
}
