/** `search_and_replace`: operations that each replace one place, or Kilo's older form, which replaces every match in a range of lines. */

import { counted } from "../../base/words.ts";
import * as z from "zod/mini";
import type { Cell } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import { closestText } from "../define/closest-text.ts";
import { inputMistake } from "../define/input-error.ts";
import { textWithin, withLineFeeds } from "./line-ends.ts";
import { defineEditTool, MAX_EDITS, replaceEvery, requireText, type EditResult } from "./plan-edit.ts";
import { withoutCopiedNumbers } from "./slips.ts";

const path = z.string().check(z.describe("file to change"));
const search = z.string().check(z.minLength(1), z.describe("exact text, there once"));
const replace = z.string().check(z.describe("new text, taken literally"));

/** Properties of the older form. With any of them, or without a list of operations, every match is replaced. */
const older = {
  start_line: z.optional(z.int().check(z.minimum(1))),
  end_line: z.optional(z.int().check(z.minimum(1))),
  use_regex: z.optional(z.boolean()),
  ignore_case: z.optional(z.boolean()),
};

const operation = z.strictObject({ search, replace, ...older });
const input = z.strictObject({
  path,
  operations: z.optional(z.array(operation).check(z.minLength(1), z.maxLength(MAX_EDITS))),
  search: z.optional(search),
  replace: z.optional(replace),
  ...older,
});

export const searchAndReplaceTool = defineEditTool({
  name: "search_and_replace",
  offeredTo: ["agent files"],
  group: "edit",
  description: "Replace text in a file. Operations run in order; one without a match is reported and skipped.",
  shown: z.strictObject({
    path,
    operations: z.array(z.strictObject({ search, replace })).check(z.minLength(1), z.describe("in order")),
  }),
  input,
  edit: (given, { cell }) => {
    const wanted = operationsOf(given);
    return {
      path: given.path,
      verb: "edit",
      apply: (text, file, signal) => replaceAll(requireText(text, file), wanted, { cell, file, signal }),
    };
  },
});

interface Operation extends z.output<typeof operation> {
  /** Replace every match. Otherwise there must be exactly one. */
  readonly isEvery: boolean;
}

function operationsOf(given: z.output<typeof input>): readonly Operation[] {
  const { path: _, operations, search: wanted, replace: by, ...rest } = given;
  const isOlder = (one: object): boolean =>
    Object.entries(one).some(([key, value]) => key in older && value !== undefined && value !== false);
  if (operations !== undefined && wanted === undefined && by === undefined && !isOlder(rest)) {
    return operations.map((one) => ({ ...one, isEvery: isOlder(one) }));
  }
  if (operations === undefined && wanted !== undefined && by !== undefined) {
    return [{ search: wanted, replace: by, ...rest, isEvery: true }];
  }
  throw inputMistake(
    "search_and_replace: give operations, or one search and its replace.",
    'Accepted: {"path", "operations": [{"search", "replace"}]}, or {"path", "search", "replace", "start_line"?, "end_line"?, "use_regex"?, "ignore_case"?}.',
  );
}

interface Place {
  readonly cell: Pick<Cell, "replaceMatches">;
  readonly file: string;
  readonly signal: AbortSignal;
}

/** Applies the operations one after the other. Throws `tool.input` when none of them fits. */
async function replaceAll(whole: string, operations: readonly Operation[], place: Place): Promise<EditResult> {
  const { text: before, restore } = textWithin(whole);
  const failures: string[] = [];
  let [text, places] = [before, 0];
  for (const [index, operation] of operations.entries()) {
    try {
      const done = await replaceOne(text, operation, place);
      text = done.text;
      places += done.count;
    } catch (error) {
      if (!(error instanceof RunnerError && error.code === "tool.input")) throw error;
      const which = operations.length === 1 ? "" : `Operation ${index + 1}: `;
      failures.push(`${which}${[error.message, error.hint ?? ""].join(" ").trim()}`);
    }
  }
  const { file } = place;
  if (failures.length === operations.length) throw inputMistake(`${file} was not changed.\n${failures.join("\n")}`);
  const after = restore(text);
  if (failures.length > 0) {
    const done = operations.length - failures.length;
    return {
      text: after,
      say: (counts) =>
        `Error: did only ${done} of ${operations.length} operations in ${file} (${counts}). Not done:\n${failures.join("\n")}`,
      isError: true,
    };
  }
  if (after === whole) return { text: whole, say: () => `No changes needed: ${file} reads like that already.` };
  const matches = counted(places, "match", "matches");
  return { text: after, say: (counts) => `Replaced ${matches} in ${file} (${counts}).` };
}

async function replaceOne(text: string, operation: Operation, place: Place) {
  const { start_line: start = 1, end_line: end = Number.POSITIVE_INFINITY, isEvery } = operation;
  if (end < start) throw inputMistake(`end_line ${end} is before start_line ${start}.`);
  const lines = text.split(/(?<=\n)/);
  const above = lines.slice(0, start - 1).join("");
  const inside = lines.slice(start - 1, end).join(""); // may reach past the end
  const { text: after, count } = await replaceIn(inside, operation, place);
  const isWhole = inside === text;
  const where = isWhole ? "" : ` in lines ${start} to ${Number.isFinite(end) ? end : "the end"}`;
  if (count === 0) {
    const wanted = withLineFeeds(operation.search).replace(/\n$/, "").split("\n");
    const near = operation.use_regex === true ? "" : closestText(inside.split("\n"), wanted, undefined);
    throw inputMistake(`no match${where}.`, isWhole ? near : "");
  }
  if (!isEvery && count > 1) throw inputMistake(`found ${count} matches${where}; give more context.`);
  return { text: above + after + text.slice(above.length + inside.length), count };
}

async function replaceIn(text: string, operation: Operation, { cell, signal }: Place) {
  const { use_regex: isRegex = false, ignore_case: ignoresCase = false, search: given, replace: by } = operation;
  const [pattern, replacement] = [withLineFeeds(given), withLineFeeds(by)];
  if (isRegex || ignoresCase)
    return await cell.replaceMatches({ text, pattern, replacement, isRegex, ignoresCase }, signal);
  return replaceEvery(text, ...withoutCopiedNumbers(text, pattern, replacement));
}
