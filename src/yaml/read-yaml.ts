/**
 * Text of a YAML file and its schema → a typed value, or one error that lists everything wrong with the file, each with
 * `file:line:column`, field, value and what would be accepted. Reads no file.
 */

import { isMap, isScalar, LineCounter } from "yaml";
import type * as z from "zod/mini";
import { RunnerError, type RunnerErrorOptions } from "../protocol/error.ts";
import { keepDigits, MAX_CHARS, parseYaml, plainValue, problemsIn } from "./document.ts";
import { onlyKeys, describeMistake, schemaMistakes, type Mistake, type Problem } from "./mistakes.ts";

/** Code and hint of the error, if they are not the default. */
export type RefusedAs = Pick<RunnerErrorOptions, "code" | "hint">;

export interface YamlOptions<S extends z.core.$ZodType> {
  /** Name for messages, relative to the repository's root. */
  readonly file: string;
  readonly text: string;
  /** If the object is not strict, other keys are ignored, with everything below them. */
  readonly schema: S;
  readonly refusal?: RefusedAs | undefined;
  readonly maxChars?: number | undefined;
  /** Where fields are texts, so that a number keeps its digits: `3.10` is not `3.1`. */
  readonly fieldsBelow?: readonly string[] | undefined;
}

export interface YamlFile<T> {
  readonly data: T;
  /** Makes one error for mistakes that the schema cannot check, in the order of the file. */
  readonly refuse: (mistakes: readonly Mistake[]) => RunnerError;
}

/** Throws `config.invalid`, or the code of `refusal`. */
export function readYaml<S extends z.ZodMiniType>(options: YamlOptions<S>): YamlFile<z.infer<S>> {
  const { file, schema, refusal, maxChars = MAX_CHARS, fieldsBelow } = options;
  // The library counts a byte order mark as a column, so that an unindented list would end after its first line.
  const text = options.text.replace(/^\uFEFF/, "");
  if (text.length > maxChars) {
    const line = `${file}:1:1: the file has ${text.length} characters; at most ${maxChars}`;
    throw invalidFile({ file, lines: [line], refusal });
  }
  const counter = new LineCounter();
  const document = parseYaml(text, counter);
  const refuseAll = (problems: readonly Problem[], count = problems.length): RunnerError => {
    const lines = problems
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ offset, says }) => {
        const { line, col } = counter.linePos(offset);
        return `${file}:${line}:${col}: ${says}`;
      });
    return invalidFile({ file, lines, count, refusal });
  };
  // Only for the mistakes that are shown, because finding the place of a field reads all keys beside it.
  const refuse: YamlFile<unknown>["refuse"] = (mistakes) =>
    refuseAll(
      mistakes.slice(0, MAX_LINES).map((mistake) => describeMistake(mistake, document)),
      mistakes.length,
    );

  const keys = onlyKeys(schema);
  const { contents } = document;
  if (keys !== undefined && isMap(contents)) {
    contents.items = contents.items.filter(({ key }) => isScalar(key) && keys.includes(String(key.value)));
  }
  const problems = problemsIn(document);
  if (problems.length > 0) throw refuseAll(problems);
  if (fieldsBelow !== undefined) keepDigits(document, fieldsBelow);
  const value = plainValue(document);
  if (value === undefined) throw refuse([{ field: [], says: BOMB }]);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refuse(schemaMistakes(parsed.error.issues, schema));
  return { data: parsed.data, refuse };
}

const BOMB = "its aliases stand for too many values; write the values themselves";
/** Most mistakes that are listed, so that one broken file does not fill the log of a job. */
export const MAX_LINES = 50;
const USUAL: RefusedAs = { code: "config.invalid", hint: "Nothing runs until the file loads." };

interface InvalidFile {
  readonly file: string;
  /** One mistake each, beginning with its place. */
  readonly lines: readonly string[];
  /** Number of all mistakes, if there are more than lines. */
  readonly count?: number | undefined;
  readonly refusal?: RefusedAs | undefined;
}

/** One error for a file. A single mistake is the whole message, because annotations and lists of warnings show one line. */
export function invalidFile({ file, lines, count = lines.length, refusal = USUAL }: InvalidFile): RunnerError {
  if (count === 1) return new RunnerError({ ...refusal, message: lines.join() });
  const shown = lines.slice(0, MAX_LINES).map((line) => `\n  ${line}`);
  const rest = count > shown.length ? `\n  and ${count - shown.length} more` : "";
  return new RunnerError({ ...refusal, message: `${file} does not load: ${count} mistakes.${shown.join("")}${rest}` });
}
