/** `create_subagent`: the model defines a new kind of agent for `new_task`. It gets only tools that the defining agent has. */

import * as z from "zod/mini";
import { inputMistake } from "./define/input-error.ts";
import { defineTool } from "./define/define-tool.ts";

export interface NewAgentRules {
  readonly taken: () => readonly string[];
  /** Tools that a defined agent may have, in the order of the prompt. */
  readonly tools: readonly string[];
}

export const createSubagentTool = defineTool({
  name: "create_subagent",
  offeredTo: ["orchestrator"],
  aliases: ["CreateSubagent"],
  isMainOnly: true,
  needs: [],
  description: "Define a subagent for work that the listed agents do not fit; then give it work with new_task.",
  input: z.strictObject({
    name: z
      .string()
      .check(
        z.regex(/^[a-z][a-z0-9-]{0,30}$/, { error: "lower-case letters, digits and dashes" }),
        z.describe("lower-case letters, digits and dashes"),
      ),
    description: z.optional(z.string().check(z.describe("when to use it"))),
    system_prompt: z.string().check(z.minLength(1), z.describe("who it is and how it works")),
    tools: z.optional(z.array(z.string()).check(z.describe("names from your own; all of them when left out"))),
  }),
  make: ({ newAgents: { taken, tools: allowed } }: { readonly newAgents: NewAgentRules }) => ({
    plan: ({ name, description = "", system_prompt: systemPrompt, tools = allowed }) => {
      requireFree(name, taken());
      const unknown = tools.filter((tool) => !allowed.includes(tool));
      if (unknown.length > 0) {
        throw inputMistake(`create_subagent: not among the tools that it may have: ${unknown.join(", ")}.`, allowed);
      }
      const definition = { name, description, systemPrompt, tools: allowed.filter((tool) => tools.includes(tool)) };
      return {
        access: "write",
        summary: `make the agent ${name}`,
        preview: systemPrompt,
        run: async () => {
          requireFree(name, taken()); // another call of the same message may have used the name
          return {
            text: `The agent ${name} exists now; new_task gives it work.`,
            events: [{ type: "subagent.define", ...definition }],
          };
        },
      };
    },
  }),
});

/** The message is Kimi CLI's. */
function requireFree(name: string, taken: readonly string[]): void {
  if (!taken.includes(name)) return;
  throw inputMistake(
    `create_subagent: Subagent with name '${name}' already exists.`,
    `Taken: ${taken.join(", ")}. Choose another name.`,
  );
}
