/**
 * Text of a YAML file and its schema → a typed value, or one error that lists everything wrong with the file, each with
 * `file:line:column`, field, value and what would be accepted. Reads no file.
 */

import { isMap, isScalar, LineCounter, type Document } from "yaml";
import type * as z from "zod/mini";
import { RunnerError, type RunnerErrorOptions } from "../protocol/error.ts";
import { MAX_CHARS, parseYaml, problemsIn } from "./document.ts";
import { onlyKeys, describeMistake, schemaMistakes, type Mistake, type Problem } from "./mistakes.ts";

/** How a file is refused where that differs from the usual. */
export type RefusedAs = Pick<RunnerErrorOptions, "code" | "hint">;

export interface YamlOptions<S extends z.core.$ZodType> {
  /** Name for messages, relative to the repository's root. */
  readonly file: string;
  readonly text: string;
  /** Of an object that is not strict, keys that it does not name are left alone with all that they hold. */
  readonly schema: S;
  readonly refusal?: RefusedAs | undefined;
}

export interface YamlFile<T> {
  readonly data: T;
  /** One error for mistakes that the schema cannot see, in the order of the file. */
  readonly refuse: (mistakes: readonly Mistake[]) => RunnerError;
}

/** Parses and checks. Throws `config.invalid`, or what `refusal` says. */
export function readYaml<S extends z.ZodMiniType>(options: YamlOptions<S>): YamlFile<z.infer<S>> {
  const { file, schema, refusal } = options;
  // The library counts a byte order mark as a column, so that a list without indentation would end after its first line.
  const text = options.text.replace(/^\uFEFF/, "");
  if (text.length > MAX_CHARS) {
    const line = `${file}:1:1: the file has ${text.length} characters; at most ${MAX_CHARS}`;
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
  // Finding the place of a field reads all keys beside it.
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
  const parsed = schema.safeParse(plainOf(document, () => refuse([{ field: [], says: BOMB }])));
  if (!parsed.success) throw refuse(schemaMistakes(parsed.error.issues, schema));
  return { data: parsed.data, refuse };
}

/** For each anchor: the times that it is used, multiplied by the aliases inside of it. */
const MAX_ALIAS_COUNT = 50;
const BOMB = "its aliases stand for too many values; write the values themselves";

function plainOf(document: Document, bomb: () => RunnerError): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIAS_COUNT });
  } catch {
    throw bomb(); // with an anchor for every alias, the library has no other reason to throw
  }
}

/** More would fill the log of a job with one broken file. */
const MAX_LINES = 50;
const USUAL: RefusedAs = { code: "config.invalid", hint: "Nothing runs until the file loads." };

interface InvalidFile {
  readonly file: string;
  /** They begin with their place. */
  readonly lines: readonly string[];
  /** How many mistakes there are, where the lines are not all. */
  readonly count?: number | undefined;
  readonly refusal?: RefusedAs | undefined;
}

/** One error for a file. A line alone is the message, since annotations and lists of warnings show a single line. */
export function invalidFile({ file, lines, count = lines.length, refusal = USUAL }: InvalidFile): RunnerError {
  if (count === 1) return new RunnerError({ ...refusal, message: lines.join() });
  const shown = lines.slice(0, MAX_LINES).map((line) => `\n  ${line}`);
  const rest = count > shown.length ? `\n  and ${count - shown.length} more` : "";
  return new RunnerError({ ...refusal, message: `${file} does not load: ${count} mistakes.${shown.join("")}${rest}` });
}
