/** `edit_file`: replaces a text, also if only its white space differs. Kilo's form, a sketch of the changed file, is in fast-apply.ts. */

import { counted } from "../../base/words.ts";
import * as z from "zod/mini";
import { closestText } from "../define/closest-text.ts";
import { inputMistake } from "../define/input-error.ts";
import { sketchEdit, type ApplyDeps } from "./fast-apply.ts";
import { FOLDED, replaceAlike } from "./apply-blocks.ts";
import { findLoosely, type Looseness } from "./find-loosely.ts";
import { textWithin, withLineFeeds } from "./line-ends.ts";
import { defineEditTool, MAX_EDITS, replaceEvery, type EditResult } from "./plan-edit.ts";
import { withoutCopiedNumbers, withoutSlips } from "./slips.ts";

const path = z.string().check(z.describe("file to change"));
const oldText = z.string().check(z.describe("exact text, there once; empty to create the file"));
const newText = z.string().check(z.describe("what takes its place"));
const every = z.optional(z.boolean().check(z.describe("every place")));
const expected = z.optional(z.int().check(z.minimum(1)));
const sketch = z
  .string()
  .check(
    z.describe("the changed lines with some around them; a line `// ... existing code ...` for each part that stays"),
  );
const instructions = z.string().check(z.describe("what the edit does, in a sentence"));

const replacement = z.strictObject({
  old_string: oldText,
  new_string: newText,
  replace_all: every,
  expected_replacements: expected,
});
type Replacement = z.output<typeof replacement>;

export const editFileTool = defineEditTool({
  name: "edit_file",
  offeredTo: ["agent files"],
  group: "edit",
  calledAs: ["Edit", "edit", "MultiEdit", "StrReplaceFile", "search_replace", "str_replace", "replace"],
  description: "Replace a text in a file.",
  shown: z.strictObject({ path, old_string: oldText, new_string: newText, replace_all: every }),
  input: z.strictObject({
    path,
    old_string: z.optional(oldText),
    new_string: z.optional(newText),
    replace_all: every,
    expected_replacements: expected,
    edits: z.optional(z.array(replacement).check(z.minLength(1), z.maxLength(MAX_EDITS))),
    code_edit: z.optional(z.string()),
    instructions: z.optional(z.string()),
  }),
  // Like Kilo, shows the model one form only.
  shownIn: ({ applySketch }: ApplyDeps) => applySketch && z.strictObject({ path, instructions, code_edit: sketch }),
  edit: ({ path: given, edits, code_edit, instructions: aim, old_string: old, new_string: by, ...rest }, deps) => {
    if (code_edit !== undefined) {
      if (old === undefined && by === undefined && edits === undefined) {
        return sketchEdit({ path: given, sketch: code_edit, instructions: aim }, deps);
      }
      throw inputMistake("edit_file: give code_edit, or old_string and new_string, not both.");
    }
    const single = old === undefined || by === undefined ? undefined : [{ ...rest, old_string: old, new_string: by }];
    const wanted = edits === undefined ? single : old === undefined && by === undefined ? edits : undefined;
    if (wanted === undefined) {
      throw inputMistake("edit_file: give old_string and new_string.", "An empty old_string creates the file.");
    }
    return { path: given, verb: "edit", apply: (text, file) => applyAll(text, wanted, file) };
  },
});

/** Applies all edits in order. Throws `tool.input` for the first one that does not fit. */
function applyAll(whole: string | undefined, edits: readonly Replacement[], path: string): EditResult {
  const [first] = edits;
  if (first?.old_string === "") return created(whole, edits, path);
  if (whole === undefined) {
    throw inputMistake(`file does not exist: ${path}.`, "Create it with an empty old_string, or with write_to_file.");
  }
  const { text: before, restore } = textWithin(whole);
  const notes: string[] = [];
  let [text, places] = [before, 0];
  for (const [index, edit] of edits.entries()) {
    const done = applyOne(text, edit, edits.length === 1 ? path : `${path}: edit ${index + 1}`);
    text = done.text;
    places += done.places;
    if (done.note !== undefined) notes.push(done.note);
  }
  const where = places === 1 ? "" : `${places} places of `;
  return {
    text: restore(text),
    say: (counts) => [`Edited ${where}${path} (${counts}).`, ...new Set(notes)].join(" "),
  };
}

function created(whole: string | undefined, [first, ...more]: readonly Replacement[], path: string): EditResult {
  if (whole !== undefined) {
    throw inputMistake(`${path} exists already, so that old_string must not be empty.`, "Give the text to replace.");
  }
  if (more.length > 0) throw inputMistake(`${path}: an edit that creates the file must be the only one.`);
  const { text, notes } = withoutSlips(path, first?.new_string ?? "");
  return { text, say: (counts) => [`Created ${path} (${counts}).`, ...notes].join(" ") };
}

/** The loose search needs about 100 bytes for each word: 50 MB for a text of this size. */
const MAX_LOOSE_CHARS = 512 * 1024;

const LEVELS: readonly (readonly [looseness: Looseness, name: string])[] = [
  ["blanks", "other blanks"],
  ["words", "any white space"],
];

function applyOne(
  text: string,
  edit: Replacement,
  place: string,
): { readonly text: string; readonly places: number; readonly note?: string } {
  const [old, by] = withoutCopiedNumbers(text, withLineFeeds(edit.old_string), withLineFeeds(edit.new_string));
  if (old === "") throw inputMistake(`${place}: old_string is empty.`, "Give the text to replace.");
  if (old === by) throw inputMistake(`${place}: old_string and new_string are the same.`, "Give another new_string.");
  const { text: replaced, count } = replaceEvery(text, old, by);
  const { replace_all: isEvery = false, expected_replacements: wanted = 1 } = edit;
  if (count > 0) {
    if (isEvery || count === wanted) return { text: replaced, places: count };
    const times = counted(count, "time");
    throw inputMistake(
      `${place}: old_string is there ${times}, not ${wanted}.`,
      wanted === 1 ? "Give more lines around it, or set replace_all." : "Give the right number, or set replace_all.",
    );
  }
  const tried = [`exactly: 0`];
  const isLarge = text.length > MAX_LOOSE_CHARS;
  for (const [looseness, name] of isLarge ? [] : LEVELS) {
    const [span, ...others] = findLoosely(text, old, looseness);
    tried.push(`with ${name}: ${span === undefined ? 0 : others.length + 1}`);
    if (others.length > 0 || wanted > 1) continue;
    const alike = isEvery || looseness === "words" ? undefined : linesAlike(text, old, by);
    if (alike !== undefined) return { text: alike, places: 1, note: noteOf(span === undefined ? FOLDED : name) };
    if (span === undefined) continue;
    return { text: text.slice(0, span.from) + by + text.slice(span.to), places: 1, note: noteOf(name) };
  }
  const lines = old.replace(/\n$/, "").split("\n");
  throw inputMistake(
    `${place}: old_string was not found (${tried.join(", ")}).`,
    isLarge
      ? "In a file of this size it must be exact: read the lines again."
      : closestText(text.split("\n"), lines, undefined),
  );
}

/** The text after an edit of whole lines, whose indentation may differ; undefined for other edits. */
function linesAlike(text: string, old: string, by: string): string | undefined {
  const isEnded = old.endsWith("\n");
  if (by === "" || by.endsWith("\n") !== isEnded) return undefined;
  const linesIn = (part: string): readonly string[] => (isEnded ? part.slice(0, -1) : part).split("\n");
  return replaceAlike(text, { search: linesIn(old), replace: linesIn(by) });
}

function noteOf(difference: string): string {
  return `old_string was there with ${difference} only; check the indentation of what you wrote.`;
}
