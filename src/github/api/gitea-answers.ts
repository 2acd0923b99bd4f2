/** Answers of Gitea's and Forgejo's API in the form of GitHub's. Fields that the two share stay as they are. */

import { createHash } from "node:crypto";
import { member } from "../../base/member.ts";
import type { ApiResponse } from "./call.ts";

/** GitHub's words for reactions. Theirs are the same, unless the server's settings name others. */
export const REACTIONS: readonly string[] = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"];

type Json = Readonly<Record<string, unknown>>;

/**
 * Everything in an answer, with the type of each account: the server says the same of people and bots, and its own accounts have
 * negative numbers. An issue has no `pull_request` in place of null.
 */
export function people(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(people);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => name !== "pull_request" || inner !== null)
    .map(([name, inner]) => [name, people(inner)] as const);
  const { login, id, type } = value as Json;
  const isAccount = typeof login === "string" && typeof id === "number" && type === undefined;
  return Object.fromEntries(isAccount ? [...entries, ["type", id > 0 ? "User" : "Bot"]] : entries);
}

/** The owner of a repository has a word of its own. */
export function asPermission(data: unknown): unknown {
  return member(data, "permission") === "owner" ? { ...record(data), permission: "admin", role_name: "admin" } : data;
}

/** The reference of exactly this name in a list of those that begin with it. */
export function refIn(data: unknown, name: string): unknown {
  return (Array.isArray(data) ? data : [data]).find((ref) => member(ref, "ref") === name);
}

export function asCommit(data: unknown, tree: string): unknown {
  const commit = record(member(data, "commit"));
  return { ...commit, sha: member(data, "sha"), tree: { sha: tree }, parents: member(data, "parents") };
}

/** Trees of a thousand entries a page: this many are a folder of 100,000 files. */
const MAX_TREE_PAGES = 100;

/** The name that git gives a tree: the hash of its entries. */
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

/** `status` of a comparison, from the commits that either side has alone. */
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

/** A request for a review stands in the same list, and is none. */
export function asReview(data: unknown): readonly unknown[] {
  const state = REVIEW_STATES[String(member(data, "state"))];
  return state === undefined ? [] : [{ ...record(data), state }];
}

/** `position` is the line of the new file there, and 0 for a line that was removed. */
export function asLineComments(data: unknown): unknown {
  const { position, original_position: original, ...comment } = record(data);
  return { ...comment, line: position || original || null, original_line: original || position || null };
}

const FILE_STATES: Readonly<Record<string, string>> = { changed: "modified", deleted: "removed" };

/** The list of files, each with its part of the diff. */
export function asFiles(data: unknown, diff: unknown): unknown {
  if (!Array.isArray(data)) return data;
  const parts = typeof diff === "string" ? diff.split(/^(?=diff --git )/m) : [];
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

/** The words and the qualifiers that this server knows; undefined for a query that names no repository. */
export function asSearch(query: string): ({ readonly owner: string; readonly repo: string } & Json) | undefined {
  const [, owner, repo] = /(?:^|\s)repo:([\w.-]+)\/([\w.-]+)/.exec(query) ?? [];
  if (owner === undefined || repo === undefined) return undefined;
  const all = [...query.matchAll(/(?:^|\s)(\w+):(?:"([^"]*)"|(\S+))/g)].map(
    ([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""] as const,
  );
  const given = (name: string): readonly string[] => all.filter(([known]) => known === name).map(([, value]) => value);
  const is = new Set([...given("is"), ...given("state")]);
  const type = is.has("pr") ? "pulls" : is.has("issue") ? "issues" : undefined;
  return {
    owner,
    repo,
    q: query.replace(/(?:^|\s)\w+:(?:"[^"]*"|\S+)/g, " ").trim(),
    state: is.has("open") ? "open" : is.has("closed") ? "closed" : "all",
    ...(type === undefined ? {} : { type }),
    ...(given("label").length === 0 ? {} : { labels: given("label").join(",") }),
    ...(given("author")[0] === undefined ? {} : { created_by: given("author")[0] }),
    ...(given("assignee")[0] === undefined ? {} : { assigned_by: given("assignee")[0] }),
  };
}

/** `owner:branch` of a pull request's head, in small letters. */
export function headLabel(pull: unknown): string {
  const head = member(pull, "head");
  const owner = member(member(member(head, "repo"), "owner"), "login");
  return `${String(owner)}:${String(member(head, "ref"))}`.toLowerCase();
}

/** Empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Empty for anything else. */
export function record(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
