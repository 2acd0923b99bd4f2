/** JSON lines: one object in each line. Blank lines are ignored. */

import { strictJson } from "../../../base/strict-json.ts";
import { sourceRecord, sourceError, type SourceRecord } from "./source-record.ts";

export interface TextSource {
  /** Name of the file, for messages. */
  readonly file: string;
  readonly text: string;
  /** The field that names a record; all fields name it when left out. */
  readonly idField?: string | undefined;
}

/** Throws `config.invalid` with the line. */
export function readJsonl({ file, text, idField }: TextSource): readonly SourceRecord[] {
  return objectsOfLines(file, text).map(({ object, place }) => sourceRecord(object, { place, idField }));
}

/** The objects of the lines, with their places. Throws `config.invalid` with the line. */
export function objectsOfLines(file: string, text: string) {
  return text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      const place = `${file}:${index + 1}`;
      const json = strictJson(line);
      if (json.kind === "invalid") throw notJson(place, json.reason);
      return [{ object: asObject(json.value, place), place }];
    });
}

/** V8 names a position in the text that it was given, which is one line of the file. */
const POSITION = /(?: in JSON)? at position (\d+)(?: \(line 1 column \d+\))?$/;

function notJson(place: string, reason: string): Error {
  const [, position] = POSITION.exec(reason) ?? [];
  const column = position === undefined ? "" : `:${Number(position) + 1}`;
  const says = `not JSON (${reason.replace(POSITION, "")})`;
  return sourceError(`${place}${column}`, says, "Write one JSON object in each line.");
}

/** A JSON object. Throws `config.invalid` for any other value. */
export function asObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw sourceError(place, `${short(value)} is no JSON object`, 'Write objects, like {"path": "src/a.ts"}.');
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
