/**
 * Changes several references by one push, each only if it still has the expected commit. After a server error it checks whether the
 * push was carried out, and repeats it if not. A failed push is a result, not an error.
 */

import type { Clock } from "../base/clock.ts";
import { asyncEffect } from "../base/crash.ts";
import { gitError, RunnerError } from "../protocol/error.ts";
import type { Git, GitCall } from "./git/git.ts";
import { objectId } from "./git/object-id.ts";
import { waitBeforeNext } from "./git/server-retries.ts";

export interface RemoteRef {
  readonly ref: string;
  readonly commit: string;
}

export interface RefUpdate {
  readonly ref: string;
  /** The new commit; null deletes the reference. */
  readonly commit: string | null;
  /** The expected commit; null when the reference must not exist. Not null in a deletion. */
  readonly expected: string | null;
}

export interface PushRefsRequest {
  readonly git: Git;
  readonly url: string;
  readonly updates: readonly RefUpdate[];
  /** Change either all references or none. */
  readonly isAtomic: boolean;
  /** A reference that has the new commit before the push counts as changed by it. */
  readonly isRepeatable?: boolean | undefined;
  /** Push only once, because a later push can replace this one. */
  readonly isOptional?: boolean | undefined;
  readonly clock: Pick<Clock, "sleep">;
  readonly look: (refs: readonly string[]) => Promise<readonly RemoteRef[]>;
}

/** `done`: the references that were changed. `said` is foreign text. */
export type PushRefsResult = { readonly done: ReadonlySet<string> } & (
  | { readonly kind: "updated" }
  | { readonly kind: "moved"; readonly ref: string; readonly said: string }
  | { readonly kind: "refused"; readonly said: string }
);

/** A server's message may be a whole page; the reason is at its beginning. */
const MAX_SAID = 4000;

/** Waits before each look at the references. After two simultaneous pushes the winner's commit may not be visible at once. */
const LOOKS_AFTER_MS = [0, 500];

/** Servers' words about a reference that changed or was locked during the push. */
const RACED = /lock|already exists|incorrect old value|failed to (?:update|delete)|atomic|transaction|commit_refs/i;

/** Throws only for an invalid request. */
export async function pushRefs(request: PushRefsRequest): Promise<PushRefsResult> {
  const { updates, isOptional = false, clock, look } = request;
  const all = new Set(updates.map(({ ref }) => ref));
  let done: ReadonlySet<string> = new Set();
  for (let attempt = 1; ; attempt += 1) {
    const open = updates.filter(({ ref }) => !done.has(ref));
    const result = await pushOnce({ ...request, updates: open }, attempt > 1);
    done = new Set([...done, ...result.done]);
    // Our own earlier attempt may have moved it.
    const isOwnMove = result.kind === "moved" && attempt > 1 && (await isCarriedOut(open, look));
    if (isOwnMove) return { kind: "updated", done: all };
    if (result.kind !== "refused") return { ...result, done };
    const waitMs = isOptional ? undefined : waitBeforeNext(result.said, attempt);
    if (waitMs === undefined) return { ...result, done };
    await clock.sleep(waitMs);
    // The push may have been carried out although its answer was lost.
    const left = open.filter(({ ref }) => !done.has(ref));
    if (await isCarriedOut(left, look)) return { kind: "updated", done: all };
  }
}

async function pushOnce(request: PushRefsRequest, showsLimits: boolean): Promise<PushRefsResult> {
  const { git, url, updates, isAtomic, isRepeatable = false, look, clock } = request;
  const leases = updates.map(({ ref, commit, expected }) => {
    if (commit === null && expected === null)
      throw gitError(`A reference that must not exist cannot be deleted: ${ref}.`);
    return `--force-with-lease=${ref}:${expected === null ? "" : objectId(expected)}`;
  });
  const specs = updates.map(({ ref, commit }) => `${commit === null ? "" : objectId(commit)}:${ref}`);
  const atomic = isAtomic ? ["--atomic"] : [];
  const args = ["push", "--porcelain", "--no-verify", ...atomic, ...leases, "--", url, ...specs];
  const said = await asyncEffect("refs.push", () => attempt(git, { args, showsLimits }));
  const lines = parseLines(said);
  const isDone = ({ ref, commit, expected }: RefUpdate): boolean => {
    const flag = lines.get(ref)?.flag ?? "!";
    // `=` means up to date: another push set this commit, which is right only if the caller expected it.
    return flag === "=" ? isRepeatable || commit === expected : flag !== "!";
  };
  const done = new Set(updates.filter(isDone).map(({ ref }) => ref));
  const open = updates.filter(({ ref }) => !done.has(ref));
  if (open.length === 0) return { kind: "updated", done };
  const summary = ({ ref }: RefUpdate): string => lines.get(ref)?.summary ?? "";
  const moved =
    open.find((update) => summary(update).includes("(stale info)") || lines.get(update.ref)?.flag === "=")?.ref ??
    open.find(({ ref }) => said.includes(`unable to delete '${ref}': remote ref does not exist`))?.ref;
  if (moved !== undefined) return { kind: "moved", ref: moved, said: said.slice(0, MAX_SAID), done };
  const isUnanswered = open.every((update) => !lines.has(update.ref) || summary(update).startsWith("[remote failure]"));
  // curl sends a lost push again by itself, and the server then refuses it because the first one was carried out.
  if ((isUnanswered || isRepeatable) && (await isCarriedOut(open, look))) {
    return { kind: "updated", done: new Set(updates.map(({ ref }) => ref)) };
  }
  const isRaced = open.every((update) => RACED.test(summary(update)));
  const lost = isRaced ? await findMoved(open, { look, clock }) : undefined;
  if (lost !== undefined) return { kind: "moved", ref: lost, said: said.slice(0, MAX_SAID), done };
  return { kind: "refused", said: said.slice(0, MAX_SAID), done };
}

/** The output of git, also of a failed push. */
async function attempt(git: Git, call: GitCall): Promise<string> {
  try {
    return (await git(call)).toString("utf8");
  } catch (error) {
    if (error instanceof RunnerError) return error.message;
    throw error;
  }
}

interface PorcelainLine {
  /** Space, `+`, `-`, `*`: changed. `=`: already up to date. `!`: refused. */
  readonly flag: string;
  /** `[rejected] (stale info)` and the like. */
  readonly summary: string;
}

/** One line for each reference: flag, TAB, `from:to`, TAB, summary. */
function parseLines(said: string): ReadonlyMap<string, PorcelainLine> {
  const lines = said.matchAll(/^([ +*=!-])\t[^\t\n:]*:([^\t\n]+)\t(.*)$/gm);
  return new Map(Array.from(lines, ([, flag = "!", ref = "", summary = ""]) => [ref, { flag, summary }] as const));
}

/** Whether a push without an answer was carried out. False also when the server still does not answer. */
async function isCarriedOut(open: readonly RefUpdate[], look: PushRefsRequest["look"]): Promise<boolean> {
  const held = await heldNow(open, look);
  return held !== undefined && open.every(({ ref, commit }) => (held.get(ref) ?? null) === commit);
}

/** What the server holds at these references; undefined when it does not answer. */
async function heldNow(open: readonly RefUpdate[], look: PushRefsRequest["look"]) {
  const now = await look(open.map(({ ref }) => ref)).catch(() => undefined);
  return now && new Map(now.map(({ ref, commit }) => [ref, commit] as const));
}

/** The first reference with another commit than expected. Undefined also when the server does not answer. */
async function findMoved(
  open: readonly RefUpdate[],
  { look, clock }: Pick<PushRefsRequest, "look" | "clock">,
): Promise<string | undefined> {
  for (const waitMs of LOOKS_AFTER_MS) {
    await clock.sleep(waitMs);
    const held = await heldNow(open, look);
    if (held === undefined) return undefined;
    const moved = open.find(({ ref, expected }) => (held.get(ref) ?? null) !== expected);
    if (moved !== undefined) return moved.ref;
  }
  return undefined;
}
