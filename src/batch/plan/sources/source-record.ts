/** A record of a source, which says what one task is about, and how the values of foreign formats are read. */

import { posix } from "node:path";
import { canonicalJson } from "../../../base/canonical-json.ts";
import { configError, type RunnerError } from "../../../protocol/error.ts";

export interface SourceRecord {
  readonly fields: Readonly<Record<string, string>>;
  /** JSON value that names the task. Its id is derived from it, and it stays the same when a text is edited. */
  readonly identity: unknown;
  /** One line for people, where the batch file has no title. */
  readonly title: string;
  /** Its place in the source, for messages: `tasks.csv:3`. */
  readonly place: string;
  /** The commit that it starts at, where it is not the plan's. */
  readonly base?: string | undefined;
  /** Names of fields with a number that lost digits. No template may use them. */
  readonly inexact?: readonly string[] | undefined;
}

/** A field larger than this is a file that was put into a field by mistake. */
const MAX_FIELD = 200_000;

/** Makes a record of an object. `idField`: the field that names it; all fields name it when left out. Throws `config.invalid`. */
export function sourceRecord(
  object: Readonly<Record<string, unknown>>,
  { place, idField }: { readonly place: string; readonly idField?: string | undefined },
): SourceRecord {
  const inexact = Object.keys(object).filter((name) => hasLostDigits(object[name]));
  const lossy = inexact.find((name) => idField === undefined || name === idField);
  if (lossy !== undefined) throw inexactField(place, lossy);
  const fields = Object.fromEntries(Object.entries(object).map(([name, value]) => [name, fieldText(value)]));
  if (Object.hasOwn(fields, "__proto__"))
    throw sourceError(place, "a field is named __proto__", "Give it another name.");
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
      `there is ${id === "" ? "nothing in the" : "no"} field ${JSON.stringify(idField)}, which \`source.id\` names`,
      "Give each record one.",
    );
  }
  const identity = idField === undefined ? fields : { [idField]: id };
  return { fields, identity, title: titleOf(fields, id), place, ...(inexact.length === 0 ? {} : { inexact }) };
}

/** The error for a field that has lost digits and would name a task or be part of its texts. */
export function inexactField(place: string, name: string): RunnerError {
  return sourceError(
    place,
    `the field ${JSON.stringify(name)} has a number with more digits than can be read exactly`,
    "Put it into quotes.",
  );
}

/** Long ids would become other ids, and two of them the same one. */
function hasLostDigits(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasLostDigits);
}

/** A text as it is, null as an empty text, and other values as JSON. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : canonicalJson(value);
}

/** Fields that usually name a thing, the best first. */
const NAMES = ["title", "name", "path", "file", "id", "key"];

function titleOf(fields: Readonly<Record<string, string>>, id: string | undefined): string {
  return id ?? NAMES.map((name) => fields[name]).find(Boolean) ?? Object.values(fields).find(Boolean) ?? "";
}

export function sourceError(place: string, says: string, hint: string, cause?: unknown): RunnerError {
  return configError(`${place}: ${says}.`, hint, cause);
}

/** The entries of a JSON list; none for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A JSON text or number as text; empty for any other value. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** A path that a tool wrote, from the root of the checkout where it is inside. Tools name files absolutely, or from that root. */
export function fromRoot(path: string, root: string): string {
  if (path === "") return "";
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : posix.normalize(path);
}
