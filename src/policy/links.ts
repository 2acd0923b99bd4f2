/**
 * Where links of the workspace lead the paths of a command. `src/a` in a command may be a link to a file that a rule protects,
 * so the file at its end is judged as well.
 */

import type { Capability } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import type { JudgedPart } from "./decide.ts";
import { isLiteral } from "./shell/shape.ts";
import { isOutside } from "./shell/shell-paths.ts";

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
  /** A sealed cell shows nothing outside the workspace that may not be read. */
  readonly rung: Rung;
  /** Whether a rule defers or rejects reading this file. */
  readonly isUnreadable: (path: string) => boolean;
}

/** Follows every written path, and every path a command names; of the latter only files that may not be read are returned. */
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
    // With any other error the command itself fails at this path. A path outside was judged as one.
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
