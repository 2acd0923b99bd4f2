/** `list_files`: the entries of a folder, or the whole tree under it. */

import * as z from "zod/mini";
import type { ListEntry } from "../protocol/cell.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";

/** About 2,000 tokens; a model that needs more knows too little about where to look. */
const MAX_ENTRIES = 200;

export const listFilesTool = defineTool({
  name: "list_files",
  offeredTo: ["default", "read"],
  aliases: ["Glob"],
  calledAs: ["Glob", "glob"],
  needs: ["read"],
  description: `List a folder, at most ${MAX_ENTRIES} entries.`,
  input: z.strictObject({
    path: z.string().check(z.describe("folder; . is the root")),
    recursive: z.optional(z.boolean().check(z.describe("whole tree"))),
  }),
  make: ({ cell }: Pick<FileDeps, "cell">) => ({
    plan: async ({ path: given, recursive = false }, signal) => {
      const { path } = await cell.resolve(given, signal);
      return {
        access: "read",
        capabilities: [{ kind: "read", path }],
        summary: `list ${path}${recursive ? " recursively" : ""}`,
        run: async (signal) => {
          const { entries, truncated } = await cell.list(path, { recursive, limit: MAX_ENTRIES }, signal);
          if (entries.length === 0) return { text: `${path} is empty.` };
          const cut = truncated ? [`[cut after ${MAX_ENTRIES} entries: list a folder below, or use search_files]`] : [];
          return { text: [...entries.map(nameOf), ...cut].join("\n") };
        },
      };
    },
  }),
});

/** Folders end in `/`, links in `@`; a name with control characters is quoted, so that it stays on its line. */
function nameOf({ path, kind }: ListEntry): string {
  const name = /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
  return name + (kind === "directory" ? "/" : kind === "link" ? "@" : "");
}
