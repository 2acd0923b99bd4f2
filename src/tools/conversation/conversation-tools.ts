/** Kilo's and Kimi CLI's tools about the conversation itself, for agents whose file lists them. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { defineConversationTool } from "../define/define-tool.ts";

/** Kilo's: asks how its editor is set up. There is no editor here, so the answer names the repository's skills. */
export const fetchInstructionsTool = defineConversationTool({
  name: "fetch_instructions",
  offeredTo: ["agent files"],
  isUnderstood: true,
  description: "List the instructions for a kind of work.",
  input: z.strictObject({ task: z.string().check(z.describe("kind of work")) }),
  answer: ({ task }, { skills: { names } }: { readonly skills: { readonly names: readonly string[] } }) => ({
    summary: `instructions for ${task}`,
    text: `There are no instructions called ${task}: modes and MCP servers are set up by files of the repository that count from the next run on. ${
      names.length === 0 ? "The repository has no skills either." : `Skills, loaded with skill: ${names.join(", ")}.`
    }`,
  }),
});

/** Kimi CLI's Think: writes down a thought, for models without reasoning. */
export const thinkTool = defineConversationTool({
  name: "think",
  offeredTo: ["agent files"],
  aliases: ["Think"],
  calledAs: ["Think"],
  description: "Think before you act. The thought is only recorded.",
  input: z.strictObject({ thought: z.string().check(z.minLength(1), z.describe("what you think")) }),
  answer: ({ thought }) => ({ summary: `think: ${oneLine(thought, 100)}`, text: "Thought logged." }),
});

/** Kilo's: the model asks for a compaction, which the engine makes after the step. */
export const condenseTool = defineConversationTool({
  name: "condense",
  offeredTo: ["agent files"],
  description:
    "Condense the conversation so far into a summary, when a part of the work is done and its details are not needed.",
  input: z.strictObject({
    message: z.string().check(z.minLength(1), z.describe("what the summary must keep, and the next step")),
  }),
  answer: ({ message }) => ({
    summary: `condense: ${oneLine(message, 100)}`,
    text: "The conversation is condensed after this step.",
    condense: message,
  }),
});

/** Characters of the description, which is shown in a comment. */
const MAX_CHARS = 4000;

/** Kilo's: records a fault of this program or its environment for people. It is not sent anywhere. */
export const reportBugTool = defineConversationTool({
  name: "report_bug",
  offeredTo: ["agent files"],
  description:
    "Report a fault of the tools or the environment to the people who read the result. It is not sent anywhere.",
  input: z.strictObject({
    title: z.string().check(z.minLength(1), z.describe("one line")),
    description: z.string().check(z.minLength(1), z.describe("what happened, what was expected, how to see it")),
  }),
  answer: ({ title, description }) => ({
    summary: `report: ${oneLine(title, 100)}`,
    text: "Recorded for the people who read the result. Go on with the task.",
    events: [{ type: "bug.report", title: oneLine(title, 200), description: description.slice(0, MAX_CHARS) }],
  }),
});
