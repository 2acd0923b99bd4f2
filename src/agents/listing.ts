/** The first two levels of the workspace, for the system prompt. The same files give the same bytes. */

import type { Cell, ListEntry, ListReply } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";

/** Entries shown of the root and of each folder in it: at most 330 lines, usually under 100. */
const MAX_ROOT = 30;
const MAX_CHILDREN = 10;

/** Entries counted per folder. A larger folder is said to have "more than" the rest. */
const MAX_COUNTED = 1000;

/** Lists the workspace's root and the folders shown of it, formatted. */
export async function listWorkspace(cell: Cell, signal?: AbortSignal): Promise<string> {
  const list = (path: string): Promise<ListReply> => cell.list(path, { recursive: false, limit: MAX_COUNTED }, signal);
  const root = await list(".");
  const folders = sorted(root.entries)
    .slice(0, MAX_ROOT)
    .filter(({ kind }) => kind === "directory");
  const children = await Promise.all(folders.map(({ path }) => list(path).catch(emptyUnlisted)));
  return formatListing({
    entries: [root, ...children].flatMap(({ entries }) => entries),
    truncated: root.truncated,
  });
}

/** A folder whose name is not UTF-8, that is gone by now or that may not be read is shown as empty: the run can do without its names. */
function emptyUnlisted(error: unknown): ListReply {
  if (error instanceof RunnerError && error.code === "workspace.file") return { entries: [], truncated: false };
  throw error;
}

/** Formats entries of the first two levels: folders first, then by name. A line says how many entries a level leaves out. */
export function formatListing({ entries, truncated }: ListReply): string {
  const root = entries.filter(({ path }) => !path.includes("/"));
  const lines = sorted(root)
    .slice(0, MAX_ROOT)
    .flatMap((entry) => {
      const prefix = `${entry.path}/`;
      const isChild = ({ path }: ListEntry): boolean =>
        path.startsWith(prefix) && !path.slice(prefix.length).includes("/");
      const children = sorted(entry.kind === "directory" ? entries.filter(isChild) : []);
      const names = [...children.slice(0, MAX_CHILDREN).map(nameOf), ...restOf(children, MAX_CHILDREN, false)];
      return [nameOf(entry), ...names.map((name) => `  ${name}`)];
    });
  return [...lines, ...restOf(root, MAX_ROOT, truncated)].join("\n");
}

function restOf({ length }: readonly ListEntry[], shown: number, isCut: boolean): readonly string[] {
  const rest = Math.max(length - shown, 0);
  return rest === 0 && !isCut ? [] : [`… and ${isCut ? "more than " : ""}${rest} more`];
}

function sorted(entries: readonly ListEntry[]): readonly ListEntry[] {
  const rank = ({ kind }: ListEntry): number => (kind === "directory" ? 0 : 1);
  return entries.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Characters of a name that are shown. Sentences are longer than names. */
const MAX_NAME_CHARS = 64;
/** A name of letters, digits and the usual punctuation, which cannot be read as a sentence of the prompt. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}._@+~=()[\]{}$#%&!,-]+$/u;
const ESCAPED = /[\p{C}\p{Z}<>]/gu;

function nameOf({ path, kind }: ListEntry): string {
  const name = plainName(path.slice(path.lastIndexOf("/") + 1));
  return name + (kind === "directory" ? "/" : kind === "link" ? "@" : "");
}

/** A file name for the prompt, cut to `MAX_NAME_CHARS`. A name with unusual characters is quoted and escaped. */
export function plainName(whole: string): string {
  const name = whole.length > MAX_NAME_CHARS ? `${Array.from(whole).slice(0, MAX_NAME_CHARS).join("")}…` : whole;
  const escape = (char: string): string =>
    char === " " ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return PLAIN_NAME.test(whole) ? name : JSON.stringify(name).replaceAll(ESCAPED, escape);
}
