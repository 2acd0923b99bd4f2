/** `apply_diff`: applies SEARCH/REPLACE blocks to one file. Blocks that do not fit are reported. */

import * as z from "zod/mini";
import { isRecord } from "../../base/member.ts";
import { inputMistake } from "../define/input-error.ts";
import { applyBlocks, type AppliedBlocks } from "./apply-blocks.ts";
import type { GivenArguments } from "../repair/repair.ts";
import { parseDiff } from "./diff-blocks.ts";
import { defineEditTool, requireText, type EditResult } from "./plan-edit.ts";

const DIFF = `one or more of:
<<<<<<< SEARCH
:start_line:N
-------
exact old lines
=======
new lines
>>>>>>> REPLACE
\\ before content lines that look like markers`;

const path = z.string().check(z.describe("file to change"));
const diff = z.string().check(z.describe(DIFF));

export const applyDiffTool = defineEditTool({
  name: "apply_diff",
  offeredTo: ["default", "edit"],
  aliases: ["StrReplaceFile", "PatchFile", "Edit"],
  description: "Change parts of a file. SEARCH must match exactly, indentation included.",
  shown: z.strictObject({ path, diff }),
  input: z.strictObject({
    path,
    diff,
    /** Hints of Kilo's older form; the model is not told. */
    start_line: z.optional(z.int()),
    end_line: z.optional(z.int()),
  }),
  reshape: reshapeDiff,
  edit: ({ path, diff, start_line: hint }) => {
    const parsed = parseDiff(diff);
    const blocks =
      parsed.length === 1 ? parsed.map((block) => ({ ...block, startLine: block.startLine ?? hint })) : parsed;
    return {
      path,
      verb: "edit",
      apply: (text, file) => report(file, applyBlocks(requireText(text, file), blocks, file)),
    };
  },
});

/** Accepts Kilo's form for several files if it has one: `args.file` with its path, and diffs with their text in `content`. */
function reshapeDiff(input: GivenArguments): GivenArguments {
  const { args, ...others } = input;
  const files = isRecord(args) && Object.keys(others).length === 0 ? [args["file"]].flat() : [];
  const [file] = files;
  if (files.length !== 1 || !isRecord(file)) return input;
  const { diff, ...rest } = file;
  const texts = [diff].flat().map((one: unknown) => (isRecord(one) ? one["content"] : one));
  return texts.every((text) => typeof text === "string") ? { ...rest, diff: texts.join("\n") } : input;
}

/** Throws `tool.input` when nothing was applied. A partly applied diff is an error too, so that the same message cannot complete the run. */
function report(path: string, { text, applied, failures, notes }: AppliedBlocks): EditResult {
  if (applied === 0) throw inputMistake(`${path} was not changed.\n${failures.join("\n")}`);
  const total = applied + failures.length;
  const all = total === 1 ? "the block" : `all ${total} blocks`;
  if (failures.length === 0)
    return { text, say: (counts) => [`Applied ${all} to ${path} (${counts}).`, ...notes].join(" ") };
  const left = failures.join("\n");
  return {
    text,
    say: (counts) => `Error: applied only ${applied} of ${total} blocks to ${path} (${counts}). Not applied:\n${left}`,
    isError: true,
  };
}
