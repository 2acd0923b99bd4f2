/** `skill`: loads instructions of the repository for a kind of work. */

import * as z from "zod/mini";
import { inputMistake } from "./define/input-error.ts";
import { defineConversationTool } from "./define/define-tool.ts";

export interface SkillShelf {
  readonly names: readonly string[];
  /** The skill's text for these arguments; undefined for an unknown name. */
  readonly read: (name: string, args: string) => string | undefined;
}

export const skillTool = defineConversationTool({
  name: "skill",
  offeredTo: ["everyone"],
  aliases: ["Skill"],
  isMainOnly: true,
  isUseful: ({ hasSkills }) => hasSkills,
  description: "Load one of the skills listed in the system prompt, before you do the work it is for.",
  input: z.strictObject({
    name: z.string().check(z.describe("as listed")),
    arguments: z.optional(z.string().check(z.describe("put in its text where it asks for them"))),
  }),
  answer: ({ name, arguments: args = "" }, { skills: { names, read } }: { readonly skills: SkillShelf }) => {
    const text = read(name, args);
    if (text === undefined) throw inputMistake(`skill: there is no skill ${name}.`, names);
    return { summary: `skill ${name}`, text, events: [{ type: "skill.load", name }] };
  },
});
