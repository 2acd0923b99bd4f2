/** The git state of the workspace for the system prompt, when a session starts. The same state gives the same bytes. */

import type { Cell } from "../protocol/cell.ts";
import { counted } from "../base/words.ts";
import { plainName } from "./listing.ts";

/** Changed files that the prompt names; it only counts the rest. In a job on GitHub there is rarely one. */
const MAX_NAMED = 10;
/** The first request waits at most this long. `git status` takes half a second in a repository of 200,000 files. */
const TIMEOUT_MS = 2_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** `core.fsmonitor` of the repository would start a program. */
const STATUS = "--no-optional-locks -c core.fsmonitor=false status --porcelain=v1 -z --branch --no-renames".split(" ");

/** `branch main, nothing changed`, or the changed files; empty when git fails. PATH may find a git of the workspace, so `gitPath` is absolute. */
export async function gitStatus(cell: Pick<Cell, "exec">, gitPath: string, signal?: AbortSignal): Promise<string> {
  const request = { command: [gitPath, ...STATUS], cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { code, output, droppedBytes } = await cell.exec(request, signal);
  return code === 0 ? describeStatus(output, droppedBytes > 0) : "";
}

/** Commits that are looked through for the end of the history; behind so many it matters little. */
const MAX_COMMITS = 5_000;

/**
 * What is not to be believed of git's history, where a shallow clone ends it before the first commit; empty for others. `shallow` is
 * the content of git's file of that name: the commits whose parents are left out.
 */
export async function gitHistory(cell: Pick<Cell, "exec">, gitPath: string, shallow: string): Promise<string> {
  const ends = new Set(shallow.split("\n").filter((line) => line !== ""));
  if (ends.size === 0) return "";
  const command = [gitPath, "rev-list", `--max-count=${MAX_COMMITS}`, "HEAD"];
  const request = { command, cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_COMMITS * 65 };
  const { code, output } = await cell.exec(request);
  const commits = code === 0 ? output.split("\n").filter((line) => line !== "") : [];
  const last = commits.filter((commit) => ends.has(commit));
  if (code === 0 && last.length === 0) return "";
  const names = last.slice(0, 3).map((commit) => commit.slice(0, 12));
  const where = names.length === 0 ? "early" : `after ${counted(commits.length, "commit")}, at ${names.join(", ")}`;
  return `; a shallow clone, whose history ends ${where}. What came before is not here: git shows all files of such a commit as new and blames it for every older line, log and bisect stop there, and a merge base may be missing. Conclude nothing from that`;
}

/** The output of `git status --porcelain -z --branch --no-renames` in words. */
export function describeStatus(output: string, isCut: boolean): string {
  const [head = "", ...changed] = output.split("\0").filter((entry) => entry !== "");
  const names = changed.slice(0, MAX_NAMED).map((entry) => `${entry.slice(0, 2).trim()} ${pathName(entry.slice(3))}`);
  const more = isCut
    ? ", and more"
    : changed.length > names.length
      ? `, and ${changed.length - names.length} more`
      : "";
  const place = placeOf(head);
  return names.length === 0
    ? `${place}, nothing changed`
    : `${place}, changed before you began: ${names.join(", ")}${more}`;
}

/** `## main...origin/main [ahead 1]`, `## HEAD (no branch)`, `## No commits yet on main`. */
function placeOf(head: string): string {
  const branch = /^## (?:No commits yet on )?(.+?)(?:\.\.\..*)?$/.exec(head)?.[1] ?? "";
  return branch === "" || branch.endsWith("(no branch)") ? "no branch" : `branch ${pathName(branch)}`;
}

function pathName(path: string): string {
  return path
    .split("/")
    .map((name) => (name === "" ? "" : plainName(name)))
    .join("/");
}
