/**
 * The last check of a change before it is published, file by file: files that are never published, files that only people may
 * change, and files that no rule and no person approved. It compares trees and does not rely on what the tools reported.
 */

import { posix } from "node:path";
import type { HeldBy, Holding, HeldFile } from "../../protocol/approval.ts";
import { oneLine } from "../../base/truncate.ts";
import { foldersAbove } from "../../base/paths/byte-paths.ts";
import { foldedPath, isGitsOwn } from "../../base/paths/git-names.ts";
import type { TreeEdit } from "../changes.ts";
import type { FilterNames } from "../git/filters.ts";

/** Rule for files that are never published, even if a person approves them. */
export const UNSAFE_RULE = "builtin:unsafe-path";
/** Rule for files that only a person may change. */
const PEOPLE_RULE = "builtin:only-people";

/** Rule for files whose content belongs into Git LFS and not into git. */
const LFS_RULE = "builtin:lfs";
const LFS_REASON =
  "a file that Git LFS keeps; it would become a part of the history, so a person has to commit it with LFS";
/** Rule for files that a filter of git makes on commit, such as git-crypt. */
const FILTER_RULE = "builtin:filter";

/** Paths that only people may change under every policy. Matched against folded paths. */
const GUARDED: readonly { readonly sign: RegExp; readonly what: string }[] = [
  // Gitea and Forgejo run workflows of their own folder and of GitHub's.
  { sign: /^\.(github|gitea|forgejo)\/workflows\//, what: "a workflow file" },
  // An edit of the folder's own path replaces it by a link or a file; a link could lead to other workflows.
  { sign: /^\.(github|gitea|forgejo)(\/workflows)?$/, what: "a replacement of the workflows folder" },
  { sign: /^\.github\/kimi-policy\.yml$/, what: "the policy file" },
  { sign: /(^|\/)codeowners$/, what: "a CODEOWNERS file" },
  { sign: /(^|\/)\.gitmodules$/, what: "the list of submodules" },
  { sign: /(^|\/)\.gitattributes$/, what: "git attributes, which can start programs" },
];

interface HoldingOptions {
  /** Path of each changed link → its target. Without the map, link targets are not checked. */
  readonly linkTargets?: ReadonlyMap<string, string> | undefined;
  /** Path of each file under filters that may not be left out → their names. */
  readonly filters?: FilterNames | undefined;
  /** Path of each file that brings what looks like a key → why a person decides about it. */
  readonly keys?: ReadonlyMap<string, Pick<Holding, "rule" | "reason">> | undefined;
  readonly heldBy: HeldBy;
}

/** Why a changed file may not be published, regardless of other files; undefined when it may be. */
function holdingOf(edit: TreeEdit, { linkTargets, filters, keys, heldBy }: HoldingOptions): Holding | undefined {
  const unsafe = unsafeReason(edit, linkTargets);
  if (unsafe !== undefined) return { rule: UNSAFE_RULE, reason: unsafe, isAnswerable: false };
  const guarded = onlyPeoples(edit.path);
  if (guarded !== undefined) return { ...guarded, isAnswerable: false };
  const names = filters?.get(edit.path);
  if (names !== undefined) return { ...filterHolding(names), isAnswerable: false };
  return heldBy(edit, keys?.get(edit.path));
}

/** Why only a person may change this path, whatever its content is; undefined for other paths. */
export function onlyPeoples(path: string): Pick<Holding, "rule" | "reason"> | undefined {
  const what = GUARDED.find(({ sign }) => sign.test(foldedPath(path)))?.what;
  return what === undefined ? undefined : { rule: PEOPLE_RULE, reason: `${what}, which only a person may change` };
}

export function filterHolding(names: readonly string[]): Pick<Holding, "rule" | "reason"> {
  const name = names.find((one) => one !== "lfs");
  if (name === undefined) return { rule: LFS_RULE, reason: LFS_REASON };
  const reason = `a file, or a copy of one, that the filter ${oneLine(name, 60)} makes on commit; no filter runs here, so a person has to commit it`;
  return { rule: FILTER_RULE, reason };
}

export interface ConnectedOptions extends HoldingOptions {
  readonly edits: readonly TreeEdit[];
  readonly moves: readonly (readonly [from: string, to: string])[];
}

/**
 * The edits that are not published, in their order. An edit is left out together with the edits that it depends on: the other half
 * of a move, and a file that replaces a folder or is replaced by one.
 */
export function heldFilesOf({ edits, moves, ...options }: ConnectedOptions): readonly HeldFile[] {
  const held = new Map<string, Holding>();
  for (const edit of edits) {
    const holding = holdingOf(edit, options);
    if (holding !== undefined) held.set(edit.path, holding);
  }
  if (held.size === 0) return [];
  const partners = partnersOf(edits, moves);
  // Files that no answer can publish are spread to their partners first, then files that an answer can publish.
  for (const isAnswerable of [false, true]) {
    const open = [...held].filter(([, holding]) => holding.isAnswerable === isAnswerable);
    for (const [path, { rule }] of open) {
      for (const partner of partners.get(path) ?? []) {
        const there = held.get(partner);
        if (there !== undefined && (!there.isAnswerable || isAnswerable)) continue;
        const holding = { rule, reason: `it belongs together with ${path}, which is left out`, isAnswerable };
        held.set(partner, holding);
        open.push([partner, holding]);
      }
    }
  }
  return edits.flatMap(({ path, mode, oid }) => {
    const holding = held.get(path);
    return holding === undefined ? [] : [{ path, mode, oid, ...holding }];
  });
}

function partnersOf(
  edits: readonly TreeEdit[],
  moves: ConnectedOptions["moves"],
): ReadonlyMap<string, ReadonlySet<string>> {
  const partners = new Map(edits.map(({ path }) => [path, new Set<string>()]));
  const join = (one: string, other: string): void => {
    partners.get(one)?.add(other);
    partners.get(other)?.add(one);
  };
  for (const [from, to] of moves) join(from, to);
  for (const { path } of edits) {
    for (const folder of foldersAbove(path)) if (partners.has(folder)) join(path, folder);
  }
  return partners;
}

function unsafeReason(
  { path, oldMode, mode }: TreeEdit,
  linkTargets: ReadonlyMap<string, string> | undefined,
): string | undefined {
  if (isGitsOwn(path)) return "a file of git itself on some file system";
  if (mode === "160000" || oldMode === "160000") return "a submodule";
  const target = linkTargets?.get(path);
  if (mode === "120000" && linkTargets !== undefined && (target === undefined || leaves(path, target)))
    return "a link that points, or could point, outside the repository";
  return undefined;
}

/** Whether a link's target leaves the repository. `..` after a name counts as leaving, because that name can be a link to any place. */
function leaves(path: string, target: string): boolean {
  const names = target.replaceAll("\\", "/").split("/");
  const below = names.findIndex((name) => name !== "." && name !== "..");
  if (/^[/\\]|^[a-z]:|\0/i.test(target) || names.includes("..", below === -1 ? names.length : below)) return true;
  const resolved = foldedPath(posix.join(posix.dirname(path), ...names)).split("/");
  return resolved[0] === ".." || resolved.includes(".git");
}
