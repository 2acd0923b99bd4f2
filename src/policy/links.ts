/**
 * Where links of the workspace lead the paths of a command. `src/a` in a command may be a link to a file that a rule protects,
 * so the file at its end is judged as well.
 */

import type { Capability } from "../protocol/approval.ts";
import { RunnerError } from "../protocol/error.ts";
import type { JudgedPart } from "./decide.ts";
import { namedPaths } from "./sensitive.ts";
import { isOutside, workspacePath } from "./shell/shell-paths.ts";

/** A path of the workspace with all links followed. Rejects with `workspace.outside` where it leads out. */
export type FollowLinks = (path: string) => Promise<string>;

export interface LinkedPaths {
  /** What the command reaches through links. */
  readonly capabilities: readonly Capability[];
  /** Set when a written path leads out of the workspace and cannot be judged. */
  readonly problem: string | undefined;
}

export interface LinkOptions {
  readonly follow: FollowLinks;
  readonly workDir: string;
  /** Whether a rule defers or rejects reading this file. */
  readonly isUnreadable: (path: string) => boolean;
}

/** Follows every written path, and every path a command names; of the latter only files that may not be read are returned. */
export async function throughLinks(
  parts: readonly JudgedPart[],
  { follow, workDir, isUnreadable }: LinkOptions,
): Promise<LinkedPaths> {
  const capabilities: Capability[] = [];
  let problem: string | undefined;
  for (const path of new Set(parts.flatMap(writtenPath))) {
    const end = await endOf(path, follow);
    if (end.kind === "elsewhere") capabilities.push({ kind: "write", path: end.path });
    if (end.kind === "outside") problem ??= end.reason;
  }
  for (const path of new Set(parts.flatMap((judged) => readPaths(judged, workDir)))) {
    const end = await endOf(path, follow);
    if (end.kind === "elsewhere" && isUnreadable(end.path)) capabilities.push({ kind: "read", path: end.path });
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
    // With any other error the command itself fails at this path.
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
