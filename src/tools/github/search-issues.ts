/** `search_issues`: finds issues and pull requests of the run's repository. It only reads, through the controller. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { defineTool } from "../define/define-tool.ts";
import { inputMistake } from "../define/input-error.ts";
import type { GitHubDeps } from "./output.ts";

export const searchIssuesTool = defineTool({
  name: "search_issues",
  offeredTo: ["everyone"],
  isMainOnly: true,
  isUseful: ({ github }) => github.has("search"),
  needs: ["github"],
  description: "Search the issues and pull requests of this repository on GitHub.",
  input: z.strictObject({
    query: z
      .string()
      .check(z.minLength(1), z.maxLength(200), z.describe("words, and is:, label:, author:, in: as on GitHub")),
  }),
  make: ({ github }: GitHubDeps) => ({
    plan: ({ query }) => {
      const most = github.limit("search");
      return {
        access: "read",
        capabilities: [{ kind: "github", action: "search" }],
        summary: `search issues: ${oneLine(query, 100)}`,
        run: async (signal) => {
          if (github.used("search") >= most) throw inputMistake(`search: all ${most} of this run are used.`, "");
          return { text: await github.search(query, signal) };
        },
      };
    },
  }),
});
