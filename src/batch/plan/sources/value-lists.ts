/** Lists of tasks that people wrote: in the batch file, or in a YAML file of the base commit. */

import * as z from "zod/mini";
import { readYaml } from "../../../yaml/read-yaml.ts";
import { FieldValue } from "../../file/batch-file.ts";
import type { TextSource } from "./jsonl.ts";
import { sourceRecord, type SourceRecord } from "./source-record.ts";

const Entries = z.array(
  z.union(
    [z.string({ error: "a string" }), z.record(z.string(), FieldValue, { error: "a mapping of names to values" })],
    { error: "a string, or a mapping of names to values" },
  ),
  { error: "a list of texts, or of mappings of names to values" },
);

/** A text alone is the field `value`. `placeOf`: the place of an entry, for messages. */
export function readEntries(
  entries: Readonly<z.infer<typeof Entries>>,
  placeOf: (index: number) => string,
  idField: string | undefined,
): readonly SourceRecord[] {
  return entries.map((entry, index) =>
    sourceRecord(typeof entry === "string" ? { value: entry } : entry, { place: placeOf(index), idField }),
  );
}

/** Throws `config.invalid` with line and column. */
export function readYamlList({ file, text, idField }: TextSource): readonly SourceRecord[] {
  const { data } = readYaml({ file, text, schema: Entries });
  return readEntries(data, (index) => `${file}[${index}]`, idField);
}
