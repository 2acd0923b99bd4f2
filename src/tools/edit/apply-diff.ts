/** `apply_diff`: SEARCH/REPLACE blocks on one file. Blocks that fit are written; the others are reported. */

import * as z from "zod/mini";
import { inputMistake } from "../define/input-error.ts";
import type { ToolResult } from "../../protocol/tool.ts";
import { applyBlocks, type AppliedBlocks } from "./apply-blocks.ts";
import { defineTool, type FileDeps } from "../define/define-tool.ts";
import { parseDiff, type DiffBlock } from "./diff-blocks.ts";
import { currentText, openTarget, writeTarget } from "../define/edit-target.ts";
import { countsOf, unifiedDiff } from "./unified-diff.ts";

const DIFF = `one or more of:
<<<<<<< SEARCH
:start_line:N
-------
exact old lines
=======
new lines
>>>>>>> REPLACE
\\ before content lines that look like markers`;

export const applyDiffTool = defineTool({
  name: "apply_diff",
  offeredTo: ["default", "edit"],
  aliases: ["StrReplaceFile", "PatchFile", "Edit"],
  needs: ["write"],
  description: "Change parts of a file. SEARCH must match exactly, indentation included.",
  input: z.strictObject({
    path: z.string().check(z.describe("file to change")),
    diff: z.string().check(z.describe(DIFF)),
  }),
  make: (deps: FileDeps) => ({
    plan: async ({ path, diff }, signal) => {
      const blocks = parseDiff(diff);
      const target = await openTarget(path, deps, signal);
      if (target.before === undefined) {
        throw inputMistake(`file does not exist: ${target.path}.`, "Create it with write_to_file.");
      }
      const { text: before } = target.before;
      const change = unifiedDiff(target.path, before, applySome(before, blocks, target.path).text);
      return {
        access: "write",
        capabilities: [{ kind: "write", path: target.path }],
        summary: `edit ${target.path} (${countsOf(change)})`,
        preview: change.text,
        run: async (signal) => {
          const current = await currentText(target, deps, signal);
          const result = applySome(current, blocks, target.path);
          const events = await writeTarget(target, result.text, deps, signal);
          return { ...report(target.path, result, countsOf(unifiedDiff(target.path, current, result.text))), events };
        },
      };
    },
  }),
});

/** Applies what fits. Throws `tool.input` when nothing does. */
function applySome(text: string, blocks: readonly DiffBlock[], path: string): AppliedBlocks {
  const result = applyBlocks(text, blocks);
  if (result.applied > 0) return result;
  throw inputMistake(`${path} was not changed.\n${result.failures.join("\n")}`);
}

/** A partly applied diff is an error, so that the model cannot finish beside it unnoticed; it is no mistake, since it got somewhere. */
function report(path: string, { applied, failures }: AppliedBlocks, counts: string): ToolResult {
  const total = applied + failures.length;
  if (failures.length === 0)
    return { text: `Applied ${total === 1 ? "the block" : `all ${total} blocks`} to ${path} (${counts}).` };
  const text = `Error: applied only ${applied} of ${total} blocks to ${path} (${counts}). Not applied:\n${failures.join("\n")}`;
  return { text, isError: true };
}
