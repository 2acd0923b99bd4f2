/** Lists of people's own: in the batch file, and in a YAML file of the base commit. */

import * as z from "zod/mini";
import { readYaml } from "../../../yaml/read-yaml.ts";
import type { TextSource } from "./jsonl.ts";
import { sourceRecord, type SourceRecord } from "./source-record.ts";

type Entry = string | Readonly<Record<string, string | number | boolean | null>>;

/** `placeOf`: where an entry stands, for messages. A text alone is the field `value`. */
export function readEntries(
  entries: readonly Entry[],
  placeOf: (index: number) => string,
  idField: string | undefined,
): readonly SourceRecord[] {
  return entries.map((entry, index) =>
    sourceRecord(typeof entry === "string" ? { value: entry } : entry, { place: placeOf(index), idField }),
  );
}

const ENTRIES = "a list of texts, or of mappings of names to values";

const Entries = z.array(
  z.union(
    [
      z.string({ error: "a text" }),
      z.record(
        z.string(),
        z.union([z.string(), z.number(), z.boolean(), z.null()], { error: "a text, a number, true, false or null" }),
        { error: "a mapping of names to values" },
      ),
    ],
    { error: "a text, or a mapping of names to values" },
  ),
  { error: ENTRIES },
);

/** Throws `config.invalid` with line and column. */
export function readYamlList({ file, text, idField }: TextSource): readonly SourceRecord[] {
  const { data } = readYaml({ file, text, schema: Entries });
  return readEntries(data, (index) => `${file}[${index}]`, idField);
}
