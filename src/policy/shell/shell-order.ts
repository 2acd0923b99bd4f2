/**
 * Whether an earlier part of a line may put a link where a later part goes through. Links are followed once, before the line
 * runs, so such a line does not do what its words say.
 */

import { changedPaths } from "./shell-files.ts";
import { ANY, isComputed, mayMeet, shown } from "./shape.ts";
import { isOutside, placesOf } from "./shell-paths.ts";
import type { ShellWord } from "./word.ts";

/** What encloses a part: parts of one loop run again, those of one pipe at the same time, and the background goes on. */
export interface Enclosure {
  readonly kind: "loop" | "pipe" | "background";
  /** The stage of a pipe. */
  readonly stage: number;
  /** Equal for all stages of a pipe. */
  readonly of: object;
}

/** What one part of a line touches. */
export interface Step {
  /** Parts of one command are not later than each other. */
  readonly command: number;
  readonly enclosures: readonly Enclosure[];
  /** The part as people read it. */
  readonly text: string;
  readonly makes: Made;
  /** Places that it reads, runs or enters, as shapes. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/**
 * What a command may put links at. `unknown`: it runs code or is not known. Such a command can read by itself all that a later
 * part could read through its links, so that only what is written later counts.
 */
export type Made =
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown" }
  | { readonly kind: "below"; readonly places: readonly string[] };

const NOTHING: Made = { kind: "nothing" };
/** A file pattern or an archive: what it makes is not in its words. */
const ANYWHERE: Made = { kind: "below", places: [ANY] };

/** Programs that make plain files and folders or nothing, with any flags. sed -i puts a plain file in place of a link. */
const LEAVES_PATHS = new Set(
  `cat head tail wc cut tr echo printf pwd basename dirname ls grep egrep fgrep stat diff cmp comm nl tac rev paste fold expand
   unexpand realpath readlink seq du df which type jq md5sum sha1sum sha256sum sha512sum cksum uname nproc whoami id expr strings
   hexdump od column tsort join fmt sort uniq file tree date sleep command test [ rg find sed awk mkdir rmdir touch rm chmod chown
   chgrp truncate tee mkfifo mktemp base64 gzip gunzip zcat tsc gofmt read true false exit`.split(/\s+/),
);
/** git commands that leave the files of the work tree as they are, or only remove some. */
const GIT_LEAVES = new Set(
  `status diff log show diff-tree reflog blame grep ls-files ls-tree rev-parse rev-list cat-file merge-base for-each-ref show-ref
   name-rev check-ignore check-attr count-objects describe shortlog branch tag remote version --version add commit rm config push
   fetch notes bundle archive`.split(/\s+/),
);
/** They unpack, link or copy links. */
const MAKES_ANYTHING = /^(ln|tar|bsdtar|unzip|7z|cpio|pax|jar|patch|rsync|scp|install|dd|mount|git-.*)$/;
const KEEPS_LINKS = /^(-[a-zA-Z]*[aRrdPsl][a-zA-Z]*|--(archive|recursive|no-deref.*|preserve.*|symbolic.*|link))$/;

/** What a command may put links at. */
export function madeBy(words: readonly ShellWord[], cwds: readonly string[], workDir: string): Made {
  const [program, ...rest] = words;
  const value = program?.value ?? "";
  const name = value.slice(value.lastIndexOf("/") + 1);
  const isKnown = !value.includes("/") || /^\/(usr\/)?bin\//.test(value);
  if (isKnown && LEAVES_PATHS.has(name)) return NOTHING;
  const below = (): Made => {
    if (rest.some((word) => word.value === undefined)) return ANYWHERE;
    const paths = changedPaths(words).map(({ path }) => path);
    return { kind: "below", places: cwds.flatMap((cwd) => paths.flatMap((path) => placesOf(path, cwd, workDir))) };
  };
  if (name === "cp") return rest.some(({ prefix }) => KEEPS_LINKS.test(prefix)) ? below() : NOTHING;
  if (name === "mv" || name === "ln") return below();
  if (name === "git") return madeByGit(rest, below);
  return MAKES_ANYTHING.test(name) ? ANYWHERE : { kind: "unknown" };
}

function madeByGit(rest: readonly ShellWord[], below: () => Made): Made {
  const [first, second] = rest.filter(({ prefix }) => !prefix.startsWith("--")).map(({ value = "" }) => value);
  if (first === undefined || GIT_LEAVES.has(first)) return NOTHING;
  if (first === "worktree" && second === "list") return NOTHING;
  if (first === "stash" && (second === "list" || second === "show")) return NOTHING;
  if (first === "switch" && second === "-c") return NOTHING;
  if (first === "checkout" && second === "-b") return NOTHING;
  const isNamed =
    first === "restore" || first === "mv" || (first === "checkout" && rest.some((word) => word.value === "--"));
  return isNamed ? below() : ANYWHERE;
}

/** A copy that keeps links, or a link itself, of something outside the workspace. */
export function copiesFromOutside(
  words: readonly ShellWord[],
  cwds: readonly string[],
  files: readonly string[],
  workDir: string,
): boolean {
  const value = words[0]?.value ?? "";
  const name = value.slice(value.lastIndexOf("/") + 1);
  const keepsLinks = name === "cp" && words.some(({ prefix }) => KEEPS_LINKS.test(prefix));
  if (!keepsLinks && !/^(ln|rsync)$/.test(name)) return false;
  const paths = changedPaths(words).map(({ path }) => path);
  const changed = new Set(cwds.flatMap((cwd) => paths.flatMap((path) => placesOf(path, cwd, workDir))));
  return files.some((file) => isOutside(file) && !changed.has(file));
}

/** Why the line is not understood, or undefined. */
export function orderProblem(steps: readonly Step[]): string | undefined {
  for (const [at, maker] of steps.entries()) {
    if (maker.makes.kind === "nothing") continue;
    for (const [index, user] of steps.entries()) {
      if (user.command === maker.command || !mayPrecede(maker, user, at < index)) continue;
      const place = passedThrough(maker.makes, user);
      if (place !== undefined) return `${maker.text} may put a link at ${place}, where a later part goes through`;
    }
  }
  return undefined;
}

/** Whether the first part may have run when the second one does. */
function mayPrecede(first: Step, second: Step, isEarlier: boolean): boolean {
  const shared = first.enclosures.filter(({ of }) => second.enclosures.some((other) => other.of === of));
  if (shared.some(({ kind }) => kind === "loop")) return true;
  // A pipe starts all its commands at once: code needs longer to load than the next command to open its files.
  const isSibling = second.enclosures.some((own) =>
    shared.some(({ kind, of, stage }) => kind === "pipe" && of === own.of && stage !== own.stage),
  );
  if (isSibling) return first.makes.kind === "below";
  return isEarlier || second.enclosures.some(({ kind }) => kind === "background");
}

/** A place of the second part that lies at or below what the first one makes. */
function passedThrough(made: Made, { reads, writes }: Step): string | undefined {
  if (made.kind === "nothing") return undefined;
  if (made.kind === "unknown") {
    const inside = writes.find((path) => !isOutside(path));
    return inside === undefined ? undefined : shown(inside);
  }
  const found = [...writes, ...reads].find((path) => made.places.some((place) => liesBelow(path, place)));
  return found === undefined ? undefined : shown(found);
}

function liesBelow(path: string, place: string): boolean {
  if (isComputed(place) || isComputed(path) || place === ".") return true;
  return mayMeet(path, place) || mayMeet(path, `${place}/${ANY}`);
}
