/**
 * Changes several references by one push, each only if it still points to the commit that the caller expects. A failed push is a
 * result, not an error. Only this file reads the words of git and the server about it.
 */

import { setTimeout as delay } from "node:timers/promises";
import { crashAt } from "../base/crash.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Git } from "./git/git.ts";
import { objectId } from "./object-id.ts";
import { storedRef } from "./stored-names.ts";

/** A reference of the server and the commit it points to. */
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

interface PushRefsRequest {
  /** Git with the server's token in its environment. */
  readonly git: Git;
  readonly url: string;
  readonly updates: readonly RefUpdate[];
  /** All or none. */
  readonly isAtomic: boolean;
  /** Asks the server for these references. */
  readonly look: (refs: readonly string[]) => Promise<readonly RemoteRef[]>;
}

/** `done`: the references that were changed. `said` is foreign text. */
export type PushRefsResult = { readonly done: ReadonlySet<string> } & (
  | { readonly kind: "updated" }
  | { readonly kind: "moved"; readonly ref: string }
  | { readonly kind: "refused"; readonly said: string }
);

/** A server's message may be a page. Its beginning has the reason. */
const MAX_SAID = 4000;

/** Waits before each look: of two pushes at once, the loser may look before the winner's commit is visible. */
const LOOKS_AFTER_MS = [0, 500];

/** Servers' words about a reference that changed or was locked during the push. */
const RACED = /lock|already exists|incorrect old value|failed to (?:update|delete)|atomic|transaction|commit_refs/i;

/** Pushes. Throws only for invalid requests. */
export async function pushRefs({ git, url, updates, isAtomic, look }: PushRefsRequest): Promise<PushRefsResult> {
  const leases = updates.map(({ ref, commit, expected }) => {
    if (commit === null && expected === null) throw nothingToDo(ref);
    return `--force-with-lease=${storedRef(ref)}:${expected === null ? "" : objectId(expected)}`;
  });
  const specs = updates.map(({ ref, commit }) => `${commit === null ? "" : objectId(commit)}:${ref}`);
  const atomic = isAtomic ? ["--atomic"] : [];
  crashAt("refs.push.before");
  const said = await attempt(git, ["push", "--porcelain", "--no-verify", ...atomic, ...leases, "--", url, ...specs]);
  crashAt("refs.push.after");
  const lines = parseLines(said);
  const isDone = ({ ref, commit, expected }: RefUpdate): boolean => {
    const flag = lines.get(ref)?.flag ?? "!";
    // Up to date: another push set this commit, which is right only if the caller expected it.
    return flag === "=" ? commit === expected : flag !== "!";
  };
  const done = new Set(updates.filter(isDone).map(({ ref }) => ref));
  const open = updates.filter(({ ref }) => !done.has(ref));
  if (open.length === 0) return { kind: "updated", done };
  const summary = ({ ref }: RefUpdate): string => lines.get(ref)?.summary ?? "";
  const moved =
    open.find((update) => summary(update).includes("(stale info)") || lines.get(update.ref)?.flag === "=")?.ref ??
    open.find(({ ref }) => said.includes(`unable to delete '${ref}': remote ref does not exist`))?.ref;
  if (moved !== undefined) return { kind: "moved", ref: moved, done };
  const isUnanswered = open.every((update) => !lines.has(update.ref) || summary(update).startsWith("[remote failure]"));
  if (isUnanswered && (await isCarriedOut(open, look))) {
    return { kind: "updated", done: new Set(updates.map(({ ref }) => ref)) };
  }
  const isRaced = open.every((update) => RACED.test(summary(update)));
  const lost = isRaced ? await findMoved(open, look) : undefined;
  if (lost !== undefined) return { kind: "moved", ref: lost, done };
  return { kind: "refused", said: said.slice(0, MAX_SAID), done };
}

/** git's output, also of a failed push. */
async function attempt(git: Git, args: readonly string[]): Promise<string> {
  try {
    return (await git({ args })).toString("utf8");
  } catch (error) {
    if (error instanceof RunnerError) return error.message;
    throw error;
  }
}

interface PorcelainLine {
  /** Space, `+`, `-`, `*`: done. `=`: was so before. `!`: not done. */
  readonly flag: string;
  /** `[rejected] (stale info)` and the like. */
  readonly summary: string;
}

/** One line for each reference: flag, TAB, `from:to`, TAB, summary. */
function parseLines(said: string): ReadonlyMap<string, PorcelainLine> {
  const lines = said.matchAll(/^([ +*=!-])\t[^\t\n:]*:([^\t\n]+)\t(.*)$/gm);
  return new Map(Array.from(lines, ([, flag = "!", ref = "", summary = ""]) => [ref, { flag, summary }] as const));
}

/** Whether a push without an answer was carried out. False also when the server still gives no answer. */
async function isCarriedOut(open: readonly RefUpdate[], look: PushRefsRequest["look"]): Promise<boolean> {
  const now = await look(open.map(({ ref }) => ref)).catch(() => undefined);
  const held = heldBy(now ?? []);
  return now !== undefined && open.every(({ ref, commit }) => (held.get(ref) ?? null) === commit);
}

function heldBy(refs: readonly RemoteRef[]): ReadonlyMap<string, string> {
  return new Map(refs.map(({ ref, commit }) => [ref, commit] as const));
}

/** The first reference with another commit than expected. Undefined also when the server gives no answer. */
async function findMoved(open: readonly RefUpdate[], look: PushRefsRequest["look"]): Promise<string | undefined> {
  for (const waitMs of LOOKS_AFTER_MS) {
    await delay(waitMs);
    const now = await look(open.map(({ ref }) => ref)).catch(() => undefined);
    if (now === undefined) return undefined;
    const held = heldBy(now);
    const moved = open.find(({ ref, expected }) => (held.get(ref) ?? null) !== expected);
    if (moved !== undefined) return moved.ref;
  }
  return undefined;
}

function nothingToDo(ref: string): RunnerError {
  return new RunnerError({ code: "git.failed", message: `A reference that must not exist cannot be deleted: ${ref}.` });
}
