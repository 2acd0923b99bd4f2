/**
 * Finds files that a filter of git makes on commit: git-crypt, nbstripout, Git LFS. The controller runs no filters, so its snapshots
 * have the files of the work tree: publishing those would put secrets in plain text or large files into git's history.
 */

import type { FileVersion } from "../../protocol/approval.ts";
import { createGit, type Git, type GitPlace } from "./git.ts";
import { objectId } from "./object-id.ts";
import type { ReadObjects } from "./open-reader.ts";
import { attributeFiles, attributesBy } from "./tree-attributes.ts";
import { userAttributesIn } from "./user-attributes.ts";

/** Names of filters by path, sorted. Paths without a filter are left out. */
export type FilterNames = ReadonlyMap<string, readonly string[]>;

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

export interface ObjectPlace extends GitPlace {
  /** Reads the directory's objects. */
  readonly read: ReadObjects;
}

export function createFilters({ gitDir, path, read }: ObjectPlace) {
  const git = createGit({ cwd: gitDir, path, env: { GIT_DIR: gitDir } });

  /**
   * The filters that git would run on these paths by the attributes of any of these trees or commits, alone or with the user's own
   * attributes. So a change cannot switch a filter off. One git process suffices where there is none. Throws `git.failed`.
   */
  const filtersOf = async (trees: readonly string[], paths: readonly string[]): Promise<FilterNames> => {
    if (paths.length === 0) return new Map();
    const sets = await attributeFiles(read, trees, paths);
    const user = userAttributesIn(gitDir);
    const texts = [...sets.flatMap(({ contents }) => contents), user?.text ?? ""];
    if (!texts.some((text) => text.includes("filter"))) return new Map();
    const envs = user === undefined ? [{}] : [{}, user.env];
    const found = new Map<string, Set<string>>();
    for (const { entries } of sets) {
      const attributes = await attributesBy({ gitDir, path, entries, paths, names: ["filter"], envs });
      for (const { path: name, value } of attributes)
        if (!NO_FILTER.has(value)) found.set(name, (found.get(name) ?? new Set<string>()).add(value));
    }
    return new Map([...found].map(([name, filters]) => [name, [...filters].toSorted()]));
  };

  /** The same for changed files. Deleted files, links, and pointers of Git LFS are left out. */
  const filteredFiles = async ({ trees, files, before = [] }: FilteredFilesOptions): Promise<FilterNames> => {
    const contents = files.filter(({ mode, oid }) => mode?.startsWith("100") === true && oid !== undefined);
    const earlier = Map.groupBy(before, ({ oid }) => oid);
    const placesOf = ({ path: name, oid }: FileVersion): readonly string[] => [
      name,
      ...(earlier.get(oid) ?? []).map(({ path }) => path),
    ];
    const filters = await filtersOf(trees, [...new Set(contents.flatMap(placesOf))]);
    const found = contents.flatMap((file) => {
      const names = new Set(placesOf(file).flatMap((place) => filters.get(place) ?? []));
      return names.size === 0 ? [] : [{ name: file.path, oid: file.oid ?? "", names: [...names].toSorted() }];
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

async function pointersAmong(
  { git, read }: { readonly git: Git; readonly read: ReadObjects },
  oids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (oids.size === 0) return new Set();
  const sizes = await git({
    args: ["cat-file", "--batch-check"],
    input: [...oids].map((oid) => `${objectId(oid)}\n`).join(""),
  });
  const small = Array.from(sizes.toString("utf8").matchAll(/^([0-9a-f]+) blob (\d+)$/gm)).flatMap(
    ([, oid = "", size]) => (Number(size) <= MAX_POINTER_BYTES ? [oid] : []),
  );
  if (small.length === 0) return new Set();
  const pointers = (await read(small)).filter(
    (object) => object?.content.toString("latin1").startsWith(POINTER) === true,
  );
  return new Set(pointers.map((object) => object?.id ?? ""));
}
