/** A record of a source: what one task is about, before there is a prompt. */

import { canonicalJson } from "../../../base/canonical-json.ts";
import { configError, type RunnerError } from "../../../protocol/error.ts";

export interface SourceRecord {
  readonly fields: Readonly<Record<string, string>>;
  /** What makes it this task and no other, as JSON: its id is derived from it, and it stays when a text is edited. */
  readonly identity: unknown;
  /** One line for people, where the batch file has no title. */
  readonly title: string;
  /** Where it stands, for messages: `tasks.csv:3`. */
  readonly place: string;
  /** The commit it starts at, where that is its own. */
  readonly base?: string | undefined;
}

/** A field larger than this is a file that was put into a field by mistake. */
const MAX_FIELD = 200_000;

/** The record of an object. `idField`: the field that names it; all of them when left out. Throws `config.invalid`. */
export function sourceRecord(
  object: Readonly<Record<string, unknown>>,
  { place, idField }: { readonly place: string; readonly idField?: string | undefined },
): SourceRecord {
  const fields = Object.fromEntries(Object.entries(object).map(([name, value]) => [name, fieldText(value)]));
  const [long] = Object.entries(fields).find(([, value]) => value.length > MAX_FIELD) ?? [];
  if (long !== undefined)
    throw sourceError(
      place,
      `the field ${JSON.stringify(long)} has more than ${MAX_FIELD} characters`,
      "Name a file in it instead.",
    );
  const id = idField !== undefined && Object.hasOwn(fields, idField) ? fields[idField] : undefined;
  if (idField !== undefined && (id === undefined || id === "")) {
    throw sourceError(
      place,
      `${id === "" ? "nothing stands in the" : "there is no"} field ${JSON.stringify(idField)}, which \`source.id\` names`,
      "Give each record one.",
    );
  }
  return { fields, identity: idField === undefined ? fields : { [idField]: id }, title: titleOf(fields, id), place };
}

/** A text as it is, other values as JSON; nothing for null. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : canonicalJson(value);
}

/** Fields that usually name a thing, best first. */
const NAMES = ["title", "name", "path", "file", "id", "key"];

function titleOf(fields: Readonly<Record<string, string>>, id: string | undefined): string {
  return id ?? NAMES.map((name) => fields[name]).find(Boolean) ?? Object.values(fields).find(Boolean) ?? "";
}

/** The error for a source that cannot be read at a place. */
export function sourceError(place: string, says: string, hint: string, cause?: unknown): RunnerError {
  return configError(`${place}: ${says}.`, hint, cause);
}
