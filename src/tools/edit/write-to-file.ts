/** `write_to_file`: a whole file, new or replaced. */

import * as z from "zod/mini";
import type { Tool } from "../../protocol/tool.ts";
import { defineTool, type ToolDeps } from "../define/define-tool.ts";
import { openTarget, writeTarget } from "../define/edit-target.ts";
import { countsOf, unifiedDiff } from "./unified-diff.ts";

const input = z.strictObject({ path: z.string(), content: z.string() });

/** Makes `write_to_file`. */
export const writeToFileTool = (deps: ToolDeps): Tool =>
  defineTool({
    name: "write_to_file",
    description: "Create a file (and its folders), or replace its whole content. Prefer apply_diff for changes.",
    input,
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
  });
