/** `write_to_file`: a whole file, new or replaced. */

import * as z from "zod/mini";
import { defineTool, type FileDeps } from "../define/define-tool.ts";
import { openTarget, writeTarget } from "../define/edit-target.ts";
import { countsOf, unifiedDiff } from "./unified-diff.ts";

export const writeToFileTool = defineTool({
  name: "write_to_file",
  offeredTo: ["default", "edit"],
  aliases: ["WriteFile", "Write"],
  needs: ["write"],
  description: "Create or replace a file. For changes prefer apply_diff.",
  input: z.strictObject({
    path: z.string().check(z.describe("file to write")),
    content: z.string().check(z.describe("its whole text")),
  }),
  make: (deps: FileDeps) => ({
    plan: async ({ path, content }, signal) => {
      const target = await openTarget(path, deps, signal);
      const diff = unifiedDiff(target.path, target.before?.text, content);
      const summary = `write ${target.path} (${countsOf(diff)})`;
      return {
        access: "write",
        capabilities: [{ kind: "write", path: target.path }],
        summary,
        preview: diff.text,
        run: async (signal) => {
          const events = await writeTarget(target, content, deps, signal);
          const done = target.before === undefined ? "Created" : "Replaced";
          return { text: `${done} ${target.path} (${countsOf(diff)}).`, events };
        },
      };
    },
  }),
});
