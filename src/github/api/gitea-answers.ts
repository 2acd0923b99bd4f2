/** Converts answers of Gitea's and Forgejo's API to the form of GitHub's. Fields that both share stay as they are. */

import { createHash } from "node:crypto";
import { diffsIn } from "../../base/diffs-in.ts";
import { member } from "../../base/member.ts";
import type { ApiResponse } from "./call.ts";

/** GitHub's words for reactions. Gitea's are the same, unless the server's settings name others. */
export const REACTIONS: readonly string[] = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"];

type Json = Readonly<Record<string, unknown>>;

/**
 * Adds the type to each account in an answer: Gitea does not tell people from bots, but its own accounts have negative ids. It also
 * removes a `pull_request` that is null.
 */
export function withAccountTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAccountTypes);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => name !== "pull_request" || inner !== null)
    .map(([name, inner]) => [name, withAccountTypes(inner)] as const);
  const { login, id, type } = value as Json;
  const isAccount = typeof login === "string" && typeof id === "number" && type === undefined;
  return Object.fromEntries(isAccount ? [...entries, ["type", id > 0 ? "User" : "Bot"]] : entries);
}

/** The reference of exactly this name, in a list of references that begin with it. */
export function refIn(data: unknown, name: string): unknown {
  return (Array.isArray(data) ? data : [data]).find((ref) => member(ref, "ref") === name);
}

export function asCommit(data: unknown, tree: string): unknown {
  const commit = record(member(data, "commit"));
  return { ...commit, sha: member(data, "sha"), tree: { sha: tree }, parents: member(data, "parents") };
}

/** A page has a thousand entries, so this many are a folder of 100,000 files. */
const MAX_TREE_PAGES = 100;

/** The id of a tree, computed from its entries as git does. */
export async function treeSha(fetchPage: (page: number) => Promise<ApiResponse>): Promise<string> {
  const parts: Buffer[] = [];
  for (let page = 1; page <= MAX_TREE_PAGES; page += 1) {
    const { data } = await fetchPage(page);
    const entries = member(data, "tree");
    if (!Array.isArray(entries) || entries.length === 0) break;
    for (const entry of entries) {
      const [mode, path, sha] = ["mode", "path", "sha"].map((name) => String(member(entry, name)));
      parts.push(Buffer.from(`${mode?.replace(/^0+/, "")} ${path}\0`), Buffer.from(sha ?? "", "hex"));
    }
    if (member(data, "truncated") !== true) break;
  }
  const body = Buffer.concat(parts);
  return createHash(parts[1]?.length === 32 ? "sha256" : "sha1")
    .update(`tree ${body.length}\0`)
    .update(body)
    .digest("hex");
}

/** A comparison with its `status`, from the numbers of commits that only one of the two sides has. */
export function asComparison(ahead: unknown, behind: unknown): unknown {
  const [aheadBy, behindBy] = [ahead, behind].map((side) => Number(member(side, "total_commits") ?? 0));
  const status = behindBy ? (aheadBy ? "diverged" : "behind") : aheadBy ? "ahead" : "identical";
  return { ...record(ahead), status, ahead_by: aheadBy, behind_by: behindBy };
}

export function asPull(data: unknown): unknown {
  const { allow_maintainer_edit: mayEdit, is_locked: locked, ...pull } = record(data);
  return { ...pull, maintainer_can_modify: mayEdit ?? false, locked: locked ?? false };
}

const REVIEW_STATES: Readonly<Record<string, string>> = {
  APPROVED: "APPROVED",
  PENDING: "PENDING",
  COMMENT: "COMMENTED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
};

/** The review in a list of one. Requests for reviews are in Gitea's list too, and are left out. */
export function asReview(data: unknown): readonly unknown[] {
  const state = REVIEW_STATES[String(member(data, "state"))];
  return state === undefined ? [] : [{ ...record(data), state }];
}

/** Gitea's `position` is the line in the new file, and 0 for a removed line. */
export function asLineComments(data: unknown): unknown {
  const { position, original_position: original, ...comment } = record(data);
  return { ...comment, line: position || original || null, original_line: original || position || null };
}

const FILE_STATES: Readonly<Record<string, string>> = { changed: "modified", deleted: "removed" };

/** The list of files, each with its part of the diff. */
export function asFiles(data: unknown, diff: unknown): unknown {
  if (!Array.isArray(data)) return data;
  const parts = typeof diff === "string" ? diffsIn(diff) : [];
  const hunks = new Map(
    parts.map((part) => {
      const [head = "", ...rest] = part.split(/^(?=@@ )/m);
      const name = /^\+\+\+ "?b\/(.*?)"?\t?$/m.exec(head)?.[1] ?? /^--- "?a\/(.*?)"?\t?$/m.exec(head)?.[1] ?? "";
      return [name, rest.join("").trimEnd()] as const;
    }),
  );
  return data.map((file: unknown) => {
    const { status, ...rest } = record(file);
    const patch = hunks.get(String(member(file, "filename"))) || undefined;
    return { ...rest, status: FILE_STATES[String(status)] ?? status, patch };
  });
}

/** `owner:branch` of a pull request's head, in lower case. */
export function headLabel(pull: unknown): string {
  const head = member(pull, "head");
  const owner = member(member(member(head, "repo"), "owner"), "login");
  return `${String(owner)}:${String(member(head, "ref"))}`.toLowerCase();
}

/** The value if it is a list, else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is an object, else an empty object. */
export function record(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
