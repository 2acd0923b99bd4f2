/**
 * Whether an earlier part of a line may put a link where a later part goes through. Links are followed once, before the line
 * runs, so such a line does not do what its words say.
 */

import { changedPaths } from "./shell-files.ts";
import { ANY, isComputed, mayMeet, shown } from "./shape.ts";
import { baseName, isOutside, placesOf } from "./shell-paths.ts";
import type { ShellWord } from "./word.ts";

/**
 * What encloses a part of a line. Parts of a loop run more than once, stages of a pipe run at the same time, and a part in the
 * background runs while later parts do.
 */
export interface Enclosure {
  readonly kind: "loop" | "pipe" | "background";
  /** Number of the stage of a pipe; else 0. */
  readonly stage: number;
  /** Identifies the loop, pipe or background command. */
  readonly of: object;
}

/** The paths that one part of a line touches. */
export interface Step {
  /** Number of the command. Parts of one command run at the same time. */
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
 * Where a command may create links. `unknown`: the command runs code or is not known. It can itself read everything that a later part
 * could read through its links, so only later writes count.
 */
export type Made =
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown" }
  | { readonly kind: "below"; readonly places: readonly string[] };

const NOTHING: Made = { kind: "nothing" };
/** For a file pattern or an archive: the words do not say what the command creates. */
const ANYWHERE: Made = { kind: "below", places: [ANY] };

/** Programs that create no links, whatever their flags. `sed -i` replaces a link by a plain file. */
const LEAVES_PATHS = new Set(
  `cat head tail wc cut tr echo printf pwd basename dirname ls grep egrep fgrep stat diff cmp comm nl tac rev paste fold expand
   unexpand realpath readlink seq du df which type jq md5sum sha1sum sha256sum sha512sum cksum uname nproc whoami id expr strings
   hexdump od column tsort join fmt sort uniq file tree date sleep command test [ rg find sed awk mkdir rmdir touch rm chmod chown
   chgrp truncate tee mkfifo mktemp base64 gzip gunzip zcat tsc gofmt read true false exit`.split(/\s+/),
);
/** git commands that create or change no files of the work tree. */
const GIT_LEAVES = new Set(
  `status diff log show diff-tree reflog blame grep ls-files ls-tree rev-parse rev-list cat-file merge-base for-each-ref show-ref
   name-rev check-ignore check-attr count-objects describe shortlog branch tag remote version --version add commit rm config push
   fetch notes bundle archive`.split(/\s+/),
);
/** Programs that unpack archives, create links or copy them. */
const MAKES_ANYTHING = /^(ln|tar|bsdtar|unzip|7z|cpio|pax|jar|patch|rsync|scp|install|dd|mount|git-.*)$/s;
const KEEPS_LINKS = /^(-(?=[a-zA-Z]*[aRrdPsl])[a-zA-Z]*|--(archive|recursive|no-deref.*|preserve.*|symbolic.*|link))$/s;

/** Where a command may create links. */
export function madeBy(words: readonly ShellWord[], cwds: readonly string[], workDir: string): Made {
  const [program, ...rest] = words;
  const value = program?.value ?? "";
  const name = baseName(value);
  const isKnown = !value.includes("/") || /^\/(usr\/)?bin\//.test(value);
  if (isKnown && LEAVES_PATHS.has(name)) return NOTHING;
  const below = (): Made => {
    if (rest.some((word) => word.value === undefined)) return ANYWHERE;
    return { kind: "below", places: changedPlaces(words, cwds, workDir) };
  };
  if (name === "cp") return rest.some(({ prefix }) => KEEPS_LINKS.test(prefix)) ? below() : NOTHING;
  if (name === "mv" || name === "ln") return below();
  if (name === "git") return madeByGit(rest, below);
  return MAKES_ANYTHING.test(name) ? ANYWHERE : { kind: "unknown" };
}

/** The places that the command changes by its words, in each of its directories. */
function changedPlaces(words: readonly ShellWord[], cwds: readonly string[], workDir: string): readonly string[] {
  return changedPaths(words).flatMap(({ path }) => cwds.flatMap((cwd) => placesOf(path, cwd, workDir)));
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

/** Whether the command creates a link to something outside the workspace, or copies links from there. */
export function copiesFromOutside(
  words: readonly ShellWord[],
  cwds: readonly string[],
  files: readonly string[],
  workDir: string,
): boolean {
  const name = baseName(words[0]?.value ?? "");
  const keepsLinks = name === "cp" && words.some(({ prefix }) => KEEPS_LINKS.test(prefix));
  if (!keepsLinks && !/^(ln|rsync)$/.test(name)) return false;
  const changed = new Set(changedPlaces(words, cwds, workDir));
  return files.some((file) => isOutside(file) && !changed.has(file));
}

/** Says where an earlier part may create a link that a later part goes through; undefined when this cannot happen. */
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

/** Whether the first part may have run when the second part runs. */
function mayPrecede(first: Step, second: Step, isEarlier: boolean): boolean {
  const shared = first.enclosures.filter(({ of }) => second.enclosures.some((other) => other.of === of));
  if (shared.some(({ kind }) => kind === "loop")) return true;
  // A pipe starts its commands at once, and a program of unknown code loads more slowly than the next command opens its files.
  const isSibling = second.enclosures.some((own) =>
    shared.some(({ kind, of, stage }) => kind === "pipe" && of === own.of && stage !== own.stage),
  );
  if (isSibling) return first.makes.kind === "below";
  return isEarlier || second.enclosures.some(({ kind }) => kind === "background");
}

/** A path of the later part that lies at or below a place where the earlier part may create a link. */
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
