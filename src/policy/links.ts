/**
 * Where the paths of a command lead through links of the workspace. A command line says `src/a`, and `src/a` may be a link to
 * what a rule keeps: what lies at its end is judged as well.
 */

import type { Capability } from "../protocol/approval.ts";
import { RunnerError } from "../protocol/error.ts";
import type { JudgedPart } from "./decide.ts";
import { namedPaths } from "./sensitive.ts";
import { isOutside, workspacePath } from "./shell/shell-paths.ts";

/** A path of the workspace with all links followed. Rejects with `workspace.outside` where it leads out. */
export type FollowLinks = (path: string) => Promise<string>;

export interface Led {
  /** What is reached besides what was judged. */
  readonly capabilities: readonly Capability[];
  /** What is written cannot be judged: it lies outside. */
  readonly problem: string | undefined;
}

export interface LinkOptions {
  readonly follow: FollowLinks;
  readonly workDir: string;
  /** Whether a rule keeps a file from being read. */
  readonly isKept: (path: string) => boolean;
}

/** Follows what is written, and what a command names, of which only what is kept from reading counts: the rest is free. */
export async function throughLinks(
  parts: readonly JudgedPart[],
  { follow, workDir, isKept }: LinkOptions,
): Promise<Led> {
  const capabilities: Capability[] = [];
  let problem: string | undefined;
  for (const path of new Set(parts.flatMap(writtenPath))) {
    const end = await endOf(path, follow);
    if (end.kind === "elsewhere") capabilities.push({ kind: "write", path: end.path });
    if (end.kind === "outside") problem ??= end.reason;
  }
  for (const path of new Set(parts.flatMap((judged) => readPaths(judged, workDir)))) {
    const end = await endOf(path, follow);
    if (end.kind === "elsewhere" && isKept(end.path)) capabilities.push({ kind: "read", path: end.path });
  }
  return { capabilities, problem };
}

type End =
  | { readonly kind: "here" }
  | { readonly kind: "elsewhere"; readonly path: string }
  | { readonly kind: "outside"; readonly reason: string };

async function endOf(path: string, follow: FollowLinks): Promise<End> {
  try {
    const real = await follow(path);
    return real === path ? { kind: "here" } : { kind: "elsewhere", path: real };
  } catch (error) {
    if (!(error instanceof RunnerError)) throw error;
    // Other errors are the command's own, when it comes to such a path.
    return error.code === "workspace.outside" ? { kind: "outside", reason: error.message } : { kind: "here" };
  }
}

function writtenPath({ part }: JudgedPart): readonly string[] {
  return part.kind === "write" && !isOutside(part.path) ? [part.path] : [];
}

function readPaths({ part }: JudgedPart, workDir: string): readonly string[] {
  if (part.kind === "read") return isOutside(part.path) ? [] : [part.path];
  if (part.kind !== "command") return [];
  const named = part.words.slice(1).flatMap(namedPaths);
  return part.cwds
    .flatMap((cwd) => named.map((path) => workspacePath(path, cwd, workDir)))
    .filter((path) => path !== "." && !isOutside(path));
}
