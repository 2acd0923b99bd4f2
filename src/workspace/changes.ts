/** Parses git's output about changes. NUL separates its fields, so that names can contain every other character. */

export interface FileChange {
  /** Relative to the work tree. */
  readonly path: string;
  readonly status: "added" | "modified" | "deleted" | "type_changed";
  /** Lines; undefined for a binary file. */
  readonly added: number | undefined;
  readonly deleted: number | undefined;
}

/** Statuses by the letters of a raw diff. */
const STATUS_OF: Readonly<Record<string, FileChange["status"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  T: "type_changed",
};

/** One path that differs between two trees. */
export interface TreeEdit {
  readonly path: string;
  /** 100644, 100755, 120000 (link), 160000 (submodule); undefined for a new path. */
  readonly oldMode: string | undefined;
  readonly mode: string | undefined;
  /** Object ids before and after the change; undefined for a new and for a deleted path. */
  readonly oldOid: string | undefined;
  readonly oid: string | undefined;
}

/** What takes an edit back: the path as it was before. */
export function reverseOf({ path, oldMode, mode, oldOid, oid }: TreeEdit): TreeEdit {
  return { path, oldMode: mode, mode: oldMode, oldOid: oid, oid: oldOid };
}

interface RawEntry extends TreeEdit {
  readonly status: FileChange["status"];
}

const RAW = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([AMDT])$/;

/** Parses `diff-tree -z --raw` and returns the fields after it. Entry and path are read in pairs, because a path may look like an entry. */
export function parseRaw(output: Buffer): { readonly entries: readonly RawEntry[]; readonly rest: readonly string[] } {
  const fields = output.toString("utf8").split("\0");
  const entries: RawEntry[] = [];
  for (let at = 0; ; at += 2) {
    const [, ...parts] = RAW.exec(fields[at] ?? "") ?? [];
    const [oldMode, mode, oldOid, oid] = parts.map((part) => (/^0+$/.test(part) ? undefined : part));
    const path = fields[at + 1];
    const status = STATUS_OF[parts.at(-1) ?? ""];
    if (status === undefined || path === undefined) return { entries, rest: fields.slice(at) };
    entries.push({ path, status, oldMode, mode, oldOid, oid });
  }
}

/** Parses `diff-tree -z --raw --numstat`: first all raw entries, then all counts. */
export function parseChanges(output: Buffer): readonly FileChange[] {
  const { entries, rest } = parseRaw(output);
  const counts = new Map(parseCounts(rest).map((counted) => [counted.path, counted]));
  return entries.map(({ path, status }) => {
    const { added, deleted } = counts.get(path) ?? {};
    return { path, status, added, deleted };
  });
}

/** Parses the fields of `--numstat -z`. */
export function parseCounts(fields: readonly string[]): readonly Omit<FileChange, "status">[] {
  return fields.flatMap((field) => {
    const [, added = "", deleted = "", path] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(field) ?? [];
    return path === undefined ? [] : [{ path, added: count(added), deleted: count(deleted) }];
  });
}

function count(text: string): number | undefined {
  return text === "-" ? undefined : Number(text);
}

export interface Status {
  /** Paths, with one character for each byte, whose work tree differs from the index. */
  readonly changed: readonly string[];
  /** Those of them that the work tree does not have. */
  readonly gone: readonly string[];
  /** The index differs from HEAD. */
  readonly isStaged: boolean;
}

/** Parses `status -z --branch`. A path that ends in `/` is another repository, which is a folder in the list. */
export function parseStatus(output: Buffer): Status {
  const changed: string[] = [];
  const gone: string[] = [];
  let isStaged = false;
  for (const entry of output.toString("latin1").split("\0")) {
    const [index = "#", workTree] = entry;
    if (index === "#") continue;
    isStaged ||= !" ?!".includes(index);
    const path = entry.slice(3).replace(/\/$/, "");
    if (workTree !== " ") changed.push(path);
    if (workTree === "D") gone.push(path);
  }
  return { changed, gone, isStaged };
}
