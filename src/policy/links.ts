/**
 * Follows the links in the paths of a command. `src/a` may be a link to a file that a rule protects, so the file at the end of the
 * link is judged as well.
 */

import type { Capability } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import type { JudgedPart } from "./decide.ts";
import { isLiteral } from "./shell/shape.ts";
import { isOutside } from "./shell/shell-paths.ts";

/** Returns a path of the workspace with all links followed. Rejects with `workspace.outside` if it leaves the workspace. */
export type FollowLinks = (path: string) => Promise<string>;

interface LinkedPaths {
  /** What the command also needs, because of links. */
  readonly capabilities: readonly Capability[];
  /** Why a path cannot be judged: it leaves the workspace, or goes up from a folder that is a link. */
  readonly problem: string | undefined;
}

interface LinkOptions {
  readonly follow: FollowLinks;
  /** In a sealed cell, everything outside the workspace that is visible may be read. */
  readonly rung: Rung;
  /** Whether the policy defers or rejects reading this file. */
  readonly isUnreadable: (path: string) => boolean;
}

/** Follows the written paths and the paths that commands name. Of the latter, only files that may not be read are returned. */
export async function throughLinks(
  parts: readonly JudgedPart[],
  { follow, rung, isUnreadable }: LinkOptions,
): Promise<LinkedPaths> {
  const capabilities: Capability[] = [];
  let problem: string | undefined;
  const each = async (paths: readonly string[], use: (end: End) => void): Promise<void> => {
    for (const path of new Set(paths)) use(await endOf(path, follow));
  };
  await each(parts.flatMap(writtenPath), (end) => {
    if (end.kind === "elsewhere") capabilities.push({ kind: "write", path: end.path });
    if (end.kind === "outside") problem ??= end.reason;
  });
  await each(parts.flatMap(readPaths), (end) => {
    if (end.kind === "elsewhere" && isUnreadable(end.path)) capabilities.push({ kind: "read", path: end.path });
    if (end.kind === "outside" && rung !== "sealed") problem ??= end.reason;
  });
  await each(parts.flatMap(climbedFrom), (end) => {
    if (end.kind !== "here") problem ??= 'a path goes up with ".." from a folder that is a link';
  });
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
    // After any other error the command will fail at this path. A path outside the workspace was judged as such.
    const leadsOut = error.code === "workspace.outside" && !isOutside(path);
    return leadsOut ? { kind: "outside", reason: error.message } : { kind: "here" };
  }
}

function writtenPath({ part }: JudgedPart): readonly string[] {
  return part.kind === "write" ? [part.path] : [];
}

function readPaths({ part }: JudgedPart): readonly string[] {
  if (part.kind === "read") return [part.path];
  return part.kind === "command" ? part.files.filter((path) => path !== "." && isLiteral(path)) : [];
}

function climbedFrom({ part }: JudgedPart): readonly string[] {
  return part.kind === "command" || part.kind === "write" || part.kind === "read" ? (part.climbs ?? []) : [];
}
