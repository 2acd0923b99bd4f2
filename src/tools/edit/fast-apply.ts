/** `edit_file` with `code_edit`: the model of `models.apply` makes the whole file from a sketch, and its answer is checked against both. */

import { counted } from "../../base/words.ts";
import type { ApplySketch } from "../../protocol/tools/apply.ts";
import { inputMistake } from "../define/input-error.ts";
import { textWithin, withLineFeeds } from "./line-ends.ts";
import type { Edit } from "./plan-edit.ts";
import { unifiedDiff } from "./unified-diff.ts";

export interface ApplyDeps {
  /** Undefined when the policy names no model for it. */
  readonly applySketch: ApplySketch | undefined;
}

/** A line that stands for lines that stay: `// ... existing code ...`, `# … rest of the file …`. */
const OMITTED = /^(?=\W*(?:\.{3}|…)).*\b(?:existing|rest|unchanged|remaining|same|previous|other)\b/i;

/** Characters of the diff that the model gets, because it wrote the sketch and not the file. */
const MAX_TOLD_CHARS = 3_000;

/** Most of a file that may be lost if the sketch says that parts of it stay: a share, or a number of lines of a short file. */
const MAX_LOST_SHARE = 0.5;
const MAX_LOST_LINES = 10;
/** Most lines of the answer that are in neither the file nor the sketch. The model may have to add a bracket or a comma. */
const MAX_OWN_LINES = 3;

/** The edit by a sketch. For a new file the sketch is the text, and no model is asked. Throws `tool.input`. */
export function sketchEdit(
  asked: { readonly path: string; readonly sketch: string; readonly instructions: string | undefined },
  { applySketch }: ApplyDeps,
): Edit {
  const { path: given, sketch, instructions = "" } = asked;
  const apply: Edit["apply"] = async (whole, path, ending) => {
    if (sketch.trim() === "") throw inputMistake(`${path}: code_edit is empty.`, "Give the lines that change.");
    if (whole === undefined || whole.trim() === "")
      return { text: newFile(sketch, path), say: (n) => `Wrote ${path} (${n}).` };
    if (applySketch === undefined) {
      throw inputMistake(
        "edit_file: code_edit needs a model that applies it, and none is configured.",
        "Use apply_diff, or old_string and new_string.",
      );
    }
    const { text: before, restore } = textWithin(whole);
    const edit = { text: before, sketch: withLineFeeds(sketch), instructions };
    const { text: answer, model } = await applySketch(edit, ending);
    const after = fileIn(answer, before);
    const problem = after === before ? "nothing in the file is different" : problemWith(edit.sketch, before, after);
    if (problem !== undefined) {
      throw inputMistake(
        `${path}: ${model} did not apply code_edit: ${problem}. The file is as it was.`,
        "Make the edit with apply_diff.",
      );
    }
    const diff = unifiedDiff(path, before, after).text;
    const told = diff.length > MAX_TOLD_CHARS ? `${diff.slice(0, MAX_TOLD_CHARS)}\n[cut: read the file]` : diff;
    return { text: restore(after), say: (counts) => `Edited ${path} (${counts}), applied by ${model}:\n\n${told}` };
  };
  // If the file changes after planning, the model would make another edit of it, which was not judged.
  return { path: given, verb: "edit", apply, isFixed: true };
}

function newFile(sketch: string, path: string): string {
  const omitted = sketch.split("\n").find((line) => OMITTED.test(line));
  if (omitted === undefined) return sketch;
  throw inputMistake(
    `${path} is new or empty, and code_edit leaves out a part of it: ${omitted.trim().slice(0, 60)}.`,
    "Give the whole text.",
  );
}

const FENCED = /^\s*```[^\n]*\n([^]*?)\n?```\s*$/;
const TAGGED = /^\s*<(code|updated-code|update)>\n?([^]*?)\n?<\/\1>\s*$/;

/** The file in an answer: without a fence or tag around it, and with or without a final line break as the file has it. */
function fileIn(answer: string, before: string): string {
  const text = withLineFeeds(answer);
  const bare =
    TAGGED.exec(text)?.[2] ?? (before.trimStart().startsWith("```") ? text : (FENCED.exec(text)?.[1] ?? text));
  if (bare.trim() === "") return "";
  const ended = before.endsWith("\n") && !bare.endsWith("\n") ? `${bare}\n` : bare;
  return !before.endsWith("\n") && ended.endsWith("\n") ? ended.replace(/(?<!\n)\n+$/, "") : ended;
}

/** Why the answer is not the file with the sketch in it; undefined when it is. */
function problemWith(sketch: string, before: string, after: string): string | undefined {
  if (after === "") return "its answer was empty or cut off";
  const [old, wanted, got] = [before, sketch, after].map(linesOf) as [string[], string[], string[]];
  const has = new Set(got);
  const known = new Set([...old, ...wanted]);
  const mark = got.find((line) => OMITTED.test(line) && !old.includes(line));
  if (mark !== undefined) return `its answer leaves out a part: ${mark.slice(0, 60)}`;
  const missing = wanted.find((line) => !OMITTED.test(line) && !has.has(line));
  if (missing !== undefined) return `a line of code_edit is not in its answer: ${missing.slice(0, 60)}`;
  const own = got.filter((line) => !known.has(line));
  if (own.length > MAX_OWN_LINES)
    return `its answer has ${counted(own.length, "line that is", "lines that are")} neither in the file nor in code_edit`;
  if (!wanted.some((line) => OMITTED.test(line))) return undefined;
  const lost = lostLines(old, got);
  if (lost <= Math.max(MAX_LOST_LINES, old.length * MAX_LOST_SHARE)) return undefined;
  return `its answer lost ${lost} of the file's ${old.length} lines`;
}

/** How many of the old lines are missing. Equal lines are counted. */
function lostLines(old: readonly string[], got: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of got) left.set(line, (left.get(line) ?? 0) + 1);
  return old.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).length;
}

/** The lines that are not blank, without the white space around them. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
