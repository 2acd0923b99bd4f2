/** `fetch_instructions` (Kilo's): asks how its editor is set up. There is no editor here, so the answer names the repository's skills. */

import * as z from "zod/mini";
import { defineTool } from "../define/define-tool.ts";

export const fetchInstructionsTool = defineTool({
  name: "fetch_instructions",
  offeredTo: ["agent files"],
  isUnderstood: true,
  needs: [],
  description: "Ask which instructions there are for a kind of work.",
  input: z.strictObject({ task: z.string().check(z.describe("kind of work")) }),
  make: ({ skills: { names } }: { readonly skills: { readonly names: readonly string[] } }) => ({
    plan: ({ task }) => ({
      access: "read",
      capabilities: [],
      summary: `instructions for ${task}`,
      run: async () => ({
        text: `There are no instructions called ${task}: modes and MCP servers are set up by files of the repository that count from the next run on. ${
          names.length === 0
            ? "The repository has no skills either."
            : `Skills, loaded with skill: ${names.join(", ")}.`
        }`,
      }),
    }),
  }),
});
