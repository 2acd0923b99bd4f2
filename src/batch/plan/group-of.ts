/** The groups of tasks that share a pull request: by their owners, by their folder, or by a key of the batch file. */

import { posix } from "node:path";
import { readCodeOwners } from "../../github/people/code-owners.ts";
import type { BatchFile } from "../file/batch-file.ts";
import { sourceError, type SourceRecord } from "./sources/source-record.ts";
import { fillFields } from "../file/template.ts";

/** Fields with the path that a task is about. */
const PATH_FIELDS = ["path", "file"];

/** Names the group of a task; undefined where tasks are not grouped. Throws `config.invalid` for a task without a path. */
export function createGroupOf(
  deliver: BatchFile["deliver"],
  codeOwners: string,
): (record: SourceRecord) => string | undefined {
  switch (deliver?.group_by) {
    case undefined:
      return () => undefined;
    case "directory":
      return (record) => posix.dirname(pathOf(record));
    case "codeowners": {
      const ownersOf = readCodeOwners(codeOwners);
      return (record) => ownersOf(pathOf(record)).toSorted().join(" ") || "without owners";
    }
    case "key":
      return ({ fields }) => fillFields(deliver.key ?? "", fields);
  }
}

function pathOf({ fields, place }: SourceRecord): string {
  const path = PATH_FIELDS.map((name) => fields[name]).find(Boolean);
  if (path !== undefined) return path;
  const needed = PATH_FIELDS.map((name) => `\`${name}\``).join(" or ");
  throw sourceError(
    place,
    `there is no field ${needed}, by which tasks are grouped`,
    "Add it, or use `group_by: key`.",
  );
}
