/** What the kernel hides from the commands of a sealed cell. Paths have one character for each byte. */

import { realpathSync } from "node:fs";
import { lstatOrNone } from "../../base/file-text.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { bytesBelow, foldersAbove, pathText } from "../../base/paths/byte-paths.ts";
import { compileGlobs } from "../../policy/path-glob.ts";
import type { Policy } from "../../policy/policy.ts";
import { isSensitivePath } from "../../policy/sensitive.ts";
import type { Entry } from "./walk.ts";

/** One hidden file or whole folder. */
export interface HiddenPath {
  /** Relative to the workspace, without links. */
  readonly path: string;
  /** The rule that hides it. */
  readonly rule: string;
}

export interface HiddenPaths {
  /** Each once, and none inside another. */
  readonly paths: readonly HiddenPath[];
  /** Those files of theirs that git tracks. */
  readonly tracked: readonly string[];
  /** Files whose contents leave under no other name: the hidden ones, and files of secrets that `sandbox.show` shows. */
  readonly secrets: readonly string[];
}

export interface HiddenOptions {
  /** The real path of the checkout. */
  readonly root: string;
  readonly policy: Pick<Policy, "rules" | "sandbox">;
  /** People without write permission are shown nothing. */
  readonly isOutsider: boolean;
  /** True for a file that `sandbox.setup` made: the policy's author wants commands to have it, and only rules hide it. */
  readonly isMadeForCommands?: (path: string) => boolean;
  /** Those of these paths that git tracks, and what it tracks below them. */
  readonly trackedAmong: (paths: readonly string[]) => Promise<readonly string[]>;
}

/** Rules that apply without a policy. */
const SENSITIVE = "builtin:sensitive";
const CLOSED = "builtin:closed";

/** Chooses what is hidden. What a link of a hidden name leads to is hidden too, and so is each hard link to a hidden file. */
export async function hiddenPaths(entries: readonly Entry[], options: HiddenOptions): Promise<HiddenPaths> {
  const { root, policy, isOutsider, trackedAmong, isMadeForCommands = () => false } = options;
  const isShown = isOutsider ? () => false : compileGlobs(policy.sandbox.show ?? []);
  const ruleOf = createRuleOf(policy);
  const ruledAs = ({ path, kind }: Entry, name: string) => {
    const rule = kind === "closed" ? CLOSED : ruleOf(name, kind);
    return rule === undefined ? [] : [{ path, kind, rule }];
  };
  const named = [...entries.flatMap((entry) => ruledAs(entry, entry.path)), ...behindLinks(entries, options, ruledAs)];
  const isSecret = ({ path, kind }: Entry): boolean =>
    kind !== "folder" && isSensitivePath(pathText(path)) && !isMadeForCommands(path);
  const secret = entries.filter(isSecret);
  if (named.length === 0 && secret.length === 0) return { paths: [], tracked: [], secrets: [] };
  const ends = new Map([...named, ...secret].map(({ path, kind }) => [path, endOf(root, path, kind)]));
  const asked = secret.flatMap(({ path }) => [path, ends.get(path) ?? path]);
  const committed = new Set(asked.length === 0 ? [] : await trackedAmong(asked));
  const own = secret
    .filter(({ path }) => !committed.has(path) && !committed.has(ends.get(path) ?? path))
    .map(({ path, kind }) => ({ path, kind, rule: SENSITIVE }));
  const chosen = new Map<string, string>();
  for (const { path, rule } of [...own, ...named]) {
    const end = ends.get(path);
    if (end !== undefined) chosen.set(end, rule);
  }
  const visible = new Set([...chosen.keys()].filter((path) => isShown(pathText(path))));
  const kept = new Map([...chosen].filter(([path]) => !visible.has(path)));
  const isBelow = (path: string): boolean => foldersAbove(path).some((folder) => kept.has(folder));
  const inside = entries.filter(({ path, kind }) => kind === "file" && (kept.has(path) || isBelow(path)));
  const insidePaths = inside.map(({ path }) => path);
  const files = [...insidePaths, ...visible];
  const others = otherNames(entries, root, insidePaths);
  const ruleAt = (path: string): string | undefined =>
    [path, ...foldersAbove(path)].flatMap((one) => kept.get(one) ?? [])[0];
  for (const { path, first } of others) kept.set(path, kept.get(path) ?? ruleAt(first) ?? SENSITIVE);
  const paths = [...kept].filter(([path]) => !isBelow(path)).map(([path, rule]) => ({ path, rule }));
  const tracked = paths.length === 0 ? [] : await trackedAmong(paths.map(({ path }) => path));
  return { paths, tracked, secrets: [...new Set([...files, ...others.map(({ path }) => path)])] };
}

/** What is in folders that a link leads to, where a rule may name something below the link. `ruledAs` gets each with its name through the link. */
function behindLinks<T>(
  entries: readonly Entry[],
  { root, policy }: HiddenOptions,
  ruledAs: (entry: Entry, name: string) => readonly T[],
): readonly T[] {
  const reads = policy.rules.flatMap(({ verdict, read }) => (verdict === "approve" ? [] : (read ?? [])));
  const links = entries.filter(
    ({ kind, path }) => kind === "link" && reads.some((read) => read(pathText(path), "some")),
  );
  if (links.length === 0) return [];
  // Package managers make thousands of links, so a link costs only the entries behind it.
  const byFolder = Map.groupBy(entries, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  const below = (folder: string, name: string): readonly T[] =>
    (byFolder.get(folder) ?? []).flatMap((entry) => {
      const own = `${name}${entry.path.slice(folder.length)}`;
      return [...ruledAs(entry, own), ...(entry.kind === "folder" ? below(entry.path, own) : [])];
    });
  return links.flatMap(({ path }) => {
    const end = endOf(root, path, "link");
    return end === undefined ? [] : below(end, path);
  });
}

/** The name of a rule that keeps an entry from reading. A rule that names only a part of a folder hides that part. */
function createRuleOf({ rules }: Pick<Policy, "rules">): (name: string, kind: Entry["kind"]) => string | undefined {
  const kept = rules.filter(({ verdict, read }) => verdict !== "approve" && read !== undefined);
  return (bytes, kind) => {
    if (kept.length === 0) return undefined;
    const path = pathText(bytes);
    const isNamed = ({ read }: (typeof kept)[number]): boolean =>
      (kind !== "folder" && read?.(path) === true) || (kind !== "file" && read?.(path, "all") === true);
    return kept.find(isNamed)?.id;
  };
}

/** Where a path leads, in the workspace; undefined where it leads elsewhere, or is gone. */
function endOf(root: string, path: string, kind: Entry["kind"]): string | undefined {
  if (kind !== "link") return path;
  try {
    const end = realpathSync(bytesBelow(root, path), { encoding: "buffer" }).toString("latin1");
    const top = Buffer.from(root).toString("latin1");
    return end !== top && isWithin(end, top) ? end.slice(top.length + 1) : undefined;
  } catch {
    return undefined;
  }
}

/** Further hard links to files, each with a name of the file among these. */
function otherNames(entries: readonly Entry[], root: string, files: readonly string[]) {
  const linked = new Map<string, string>();
  for (const path of files) {
    const stats = statsOf(root, path);
    if (stats !== undefined && stats.nlink > 1) linked.set(`${stats.dev}:${stats.ino}`, path);
  }
  if (linked.size === 0) return [];
  const known = new Set(files);
  return entries.flatMap(({ path, kind }) => {
    const stats = kind === "file" && !known.has(path) ? statsOf(root, path) : undefined;
    const first = stats && linked.get(`${stats.dev}:${stats.ino}`);
    return first === undefined ? [] : [{ path, first }];
  });
}

function statsOf(root: string, path: string) {
  try {
    return lstatOrNone(bytesBelow(root, path));
  } catch {
    return undefined;
  }
}
