/**
 * Finds files that a filter of git makes on commit: git-crypt, nbstripout, Git LFS. A commit has the filter's output in their place.
 * The controller runs no filters, so its snapshots contain the files of the work tree, and publishing those would put secrets in
 * plain text or large files into git's history.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import { isGitsOwn } from "../../base/paths/git-names.ts";
import type { FileVersion } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import { createGit, type Git } from "./git.ts";
import { configEnvironment } from "./git-environment.ts";
import { objectId } from "./object-id.ts";
import type { ReadObjects } from "./open-reader.ts";
import { userAttributesIn } from "./user-attributes.ts";

/** Names of filters by path, sorted. Paths without a filter are left out. */
export type FilterNames = ReadonlyMap<string, readonly string[]>;

export interface Filters {
  /**
   * The filters that git would run on these paths by the attributes of any of these trees or commits, alone or with the user's own
   * attributes. So a change cannot switch a filter off. One git process suffices where there is none. Throws `git.failed`.
   */
  readonly filtersOf: (trees: readonly string[], paths: readonly string[]) => Promise<FilterNames>;
  /** The same for changed files. Deleted files, links, and pointers of Git LFS are left out. */
  readonly filteredFiles: (options: FilteredFilesOptions) => Promise<FilterNames>;
}

interface FilteredFilesOptions {
  readonly trees: readonly string[];
  readonly files: readonly FileVersion[];
  /** Files that differed from the commit when the run began, such as decrypted ones. A copy of one counts as the file itself. */
  readonly before?: readonly FileVersion[] | undefined;
}

/** The filter of Git LFS. */
export const LFS = "lfs";

/** The files that may not leave as the work tree has them; `asIs` names the filters without which the policy lets files leave. */
export function withoutAsIs(filters: FilterNames, asIs: ReadonlySet<string>): FilterNames {
  const kept = [...filters].map(([path, names]) => [path, names.filter((name) => !asIs.has(name))] as const);
  return new Map(kept.filter(([, names]) => names.length > 0));
}

/** LFS's own limit for a pointer. */
const MAX_POINTER_BYTES = 1024;
const POINTER = "version https://git-lfs.github.com/spec/";
/** What `check-attr` says of a path without a filter. `set` has no name, so git runs nothing. */
const NO_FILTER: ReadonlySet<string> = new Set(["unspecified", "unset", "set"]);

/** Part of a split index would stay in the git directory. */
const ONE_FILE = configEnvironment([["core.splitIndex", "false"]]);

interface FiltersOptions {
  /** The controller's git directory. */
  readonly gitDir: string;
  readonly path: string;
  readonly read: ReadObjects;
}

/** Works in the controller's git directory. */
export function createFilters({ gitDir, path, read }: FiltersOptions): Filters {
  const gitWith = (env: Readonly<Record<string, string>>): Git =>
    createGit({ cwd: gitDir, path, env: { GIT_DIR: gitDir, ...env } });
  const git = gitWith({});

  const filtersOf: Filters["filtersOf"] = async (trees, paths) => {
    if (paths.length === 0) return new Map();
    const sets = await attributeFiles(read, trees, paths);
    const user = userAttributesIn(gitDir);
    if (!sets.some(({ namesFilter }) => namesFilter) && user?.text.includes("filter") !== true) return new Map();
    const found = new Map<string, Set<string>>();
    const scratch = mkdtempSync(join(gitDir, "filters-"));
    try {
      for (const [at, { entries }] of sets.entries()) {
        const index = { GIT_INDEX_FILE: join(scratch, String(at)) };
        await fillIndex(gitWith({ ...index, ...ONE_FILE }), entries);
        for (const env of user === undefined ? [{}] : [{}, user.env])
          await addFilters(found, gitWith({ ...env, ...index }), paths);
      }
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
    return new Map([...found].map(([name, filters]) => [name, [...filters].toSorted()]));
  };

  const filteredFiles: Filters["filteredFiles"] = async ({ trees, files, before = [] }) => {
    const contents = files.flatMap(({ path: name, mode, oid }) => (isFile(mode) && oid ? [{ name, oid }] : []));
    const placesOf = Map.groupBy(before, ({ oid }) => oid);
    const placed = contents.map(({ name, oid }) => ({ name, oid, places: [name, ...pathsOf(placesOf.get(oid))] }));
    const filters = await filtersOf(trees, [...new Set(placed.flatMap(({ places }) => places))]);
    const found = placed.flatMap(({ name, oid, places }) => {
      const names = new Set(places.flatMap((place) => filters.get(place) ?? []));
      return names.size === 0 ? [] : [{ name, oid, names: [...names].toSorted() }];
    });
    const ofLfs = found.filter(({ names }) => names.includes(LFS));
    const pointers = await pointersAmong({ git, read }, new Set(ofLfs.map(({ oid }) => oid)));
    const needed = found.map(({ name, oid, names }): readonly [string, readonly string[]] => {
      return [name, pointers.has(oid) ? names.filter((one) => one !== LFS) : names];
    });
    return new Map(needed.filter(([, names]) => names.length > 0));
  };

  return { filtersOf, filteredFiles };
}

function isFile(mode: string | undefined): boolean {
  return mode?.startsWith("100") === true;
}

function pathsOf(files: readonly FileVersion[] = []): readonly string[] {
  return files.map(({ path }) => path);
}

interface AttributeFiles {
  /** Object id and path of each `.gitattributes`. */
  readonly entries: readonly (readonly [oid: string, path: string])[];
  readonly namesFilter: boolean;
}

/** The `.gitattributes` in the folders of the paths and above them, in each tree. Trees with the same ones are taken once. */
async function attributeFiles(
  read: ReadObjects,
  trees: readonly string[],
  paths: readonly string[],
): Promise<readonly AttributeFiles[]> {
  const folders = new Set([""]);
  for (const path of paths) {
    let folder = posix.dirname(path);
    for (; folder !== "." && !folders.has(`${folder}/`); folder = posix.dirname(folder)) folders.add(`${folder}/`);
  }
  // git takes no such name here or in an index; a file in git's own folder is never published.
  const names = [...folders]
    .map((folder) => `${folder}.gitattributes`)
    .filter((name) => !name.includes("\n") && !isGitsOwn(name));
  const unique = [...new Set(trees)].map(objectId);
  const asked = unique.flatMap((tree) => [`${tree}^{tree}`, ...names.map((name) => `${tree}:${name}`)]);
  const objects = await read(asked);
  const sets = new Map<string, AttributeFiles>();
  for (const [at, tree] of unique.entries()) {
    const [root, ...found] = objects.slice(at * (names.length + 1), (at + 1) * (names.length + 1));
    // Without its tree, a commit would seem to have no filter.
    if (root === undefined) throw new RunnerError({ code: "git.failed", message: `The tree of ${tree} is missing.` });
    const files = found.flatMap((file, index) =>
      file?.type === "blob" ? [{ ...file, name: names[index] ?? "" }] : [],
    );
    const entries = files.map(({ id, name }) => [id, name] as const);
    const namesFilter = files.some(({ content }) => content.includes("filter"));
    sets.set(entries.join("\n"), { entries, namesFilter });
  }
  return [...sets.values()];
}

/** Makes an index of these files alone, from which git reads the attributes. */
async function fillIndex(git: Git, entries: AttributeFiles["entries"]): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map(([oid, name]) => `100644 ${oid}\t${name}\0`);
  const args = ["update-index", "-z", "--add", "--verbose", "--index-info"];
  await git({ args, input: Buffer.from(lines.join("")) });
}

async function addFilters(found: Map<string, Set<string>>, git: Git, paths: readonly string[]): Promise<void> {
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(""));
  const said = await git({ args: ["check-attr", "-z", "--cached", "--stdin", "filter"], input });
  const fields = said.toString("utf8").split("\0");
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", , filter = ""] = fields.slice(at, at + 3);
    if (!NO_FILTER.has(filter)) found.set(path, (found.get(path) ?? new Set<string>()).add(filter));
  }
}

async function pointersAmong(
  { git, read }: { readonly git: Git; readonly read: ReadObjects },
  oids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (oids.size === 0) return new Set();
  const sizes = await git({ args: ["cat-file", "--batch-check"], input: linesOf(oids) });
  const small = Array.from(sizes.toString("utf8").matchAll(/^([0-9a-f]+) blob (\d+)$/gm)).flatMap(
    ([, oid = "", size]) => (Number(size) <= MAX_POINTER_BYTES ? [oid] : []),
  );
  if (small.length === 0) return new Set();
  const pointers = (await read(small)).filter(
    (object) => object?.content.toString("latin1").startsWith(POINTER) === true,
  );
  return new Set(pointers.map((object) => object?.id ?? ""));
}

function linesOf(oids: Iterable<string>): Buffer {
  return Buffer.from([...oids].map((oid) => `${objectId(oid)}\n`).join(""));
}
