/**
 * Which paths a well-known command changes, read off its words: what `mkdir`, `cp`, `mv`, `rm` and the like are told to touch is
 * held against the write rules, like a redirection. A word that is not literal names no path here; that the command is not
 * approved on account of it is the business of profiles and patterns.
 */

import { posix } from "node:path";
import type { ShellWord } from "./word.ts";

export interface ChangedPath {
  /** As written; relative to where the command runs. */
  readonly path: string;
  /** Whatever lies below it as well. */
  readonly isTree: boolean;
}

/** Flags whose value is the next word, by command; a flag that is missing here only makes one more operand. */
const VALUED: Readonly<Record<string, RegExp>> = {
  mkdir: /^(-m|--mode)$/,
  touch: /^(-d|-t|-r|--date|--time|--reference)$/,
  truncate: /^(-s|-r|--size|--reference)$/,
  install: /^(-m|-o|-g|--mode|--owner|--group)$/,
  restore: /^(-s|--source)$/,
  sed: /^(-[A-Za-z]*[ef]|--expression|--file)$/,
};

/** `cp --recursive`, `cp -a`, `rm -rf`: a tree. `mv` moves one without a flag. */
const RECURSIVE = /^(-[A-Za-z]*[rRa][A-Za-z]*|--recursive|--archive)$/;

/** Paths that the command changes, as far as its literal words say. */
export function changedPaths(words: readonly ShellWord[]): readonly ChangedPath[] {
  const [program, ...rest] = words;
  const name = baseName(program?.value ?? "");
  switch (name) {
    case "mkdir":
    case "rmdir":
    case "touch":
    case "truncate":
      return each(operandsOf(name, rest), false);
    case "rm":
    case "shred":
    case "unlink":
      return each(operandsOf(name, rest), isRecursive(rest));
    case "chmod":
    case "chown":
    case "chgrp":
      return each(operandsOf(name, rest).slice(1), isRecursive(rest));
    case "cp":
    case "ln":
    case "install":
      return copied(operandsOf(name, rest), { target: targetOf(rest), isTree: isRecursive(rest) });
    case "mv": {
      const operands = operandsOf(name, rest);
      const target = targetOf(rest);
      const sources = target === undefined ? operands.slice(0, -1) : operands;
      return [...each(sources, true), ...copied(operands, { target, isTree: true })];
    }
    case "sed": {
      const isInPlace = rest.some(({ prefix }) => /^(-[A-Za-z]*i|--in-pl)/.test(prefix));
      const hasProgram = rest.some(({ prefix }) => /^(-[A-Za-z]*[ef]|--(expr|file))/.test(prefix));
      return isInPlace ? each(operandsOf(name, rest).slice(hasProgram ? 0 : 1), false) : [];
    }
    case "git":
      return gitPaths(rest);
    default:
      return [];
  }
}

/** A pathspec is a file, a folder or a pattern of either. */
function gitPaths([command, ...rest]: readonly ShellWord[]): readonly ChangedPath[] {
  const name = command?.value ?? "";
  if (name === "rm" || name === "restore") return each(operandsOf(name, rest), true);
  if (name === "mv") return [...each(operandsOf(name, rest).slice(0, -1), true), ...copied(rest, { isTree: true })];
  const dashes = rest.findIndex(({ value }) => value === "--");
  return name === "checkout" && dashes >= 0 ? each(rest.slice(dashes + 1), true) : [];
}

interface CopyOptions {
  /** The folder of `-t`. */
  readonly target?: ShellWord | undefined;
  readonly isTree: boolean;
}

/** Nobody knows from the words whether the last one is a folder, so that both meanings are paths. */
function copied(operands: readonly ShellWord[], { target, isTree }: CopyOptions): ChangedPath[] {
  const into = (target ?? operands.at(-1))?.value;
  if (into === undefined || (target === undefined && operands.length < 2)) return [];
  const sources = target === undefined ? operands.slice(0, -1) : operands;
  const inside = sources.flatMap(({ value }) => (value === undefined ? [] : [posix.join(into, baseName(value))]));
  return [into, ...inside].map((path) => ({ path, isTree }));
}

function each(words: readonly ShellWord[], isTree: boolean): ChangedPath[] {
  return words.flatMap(({ value }) => (value === undefined || value === "" ? [] : [{ path: value, isTree }]));
}

function operandsOf(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const valued = Object.hasOwn(VALUED, name) ? VALUED[name] : undefined;
  const operands: ShellWord[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    if (word.value === "--") return [...operands, ...words.slice(index + 1)];
    if (/^(-t|--t[a-z-]*)$/.test(word.value ?? "") || valued?.test(word.value ?? "") === true) index += 1;
    else if (!word.prefix.startsWith("-")) operands.push(word);
  }
  return operands;
}

function targetOf(words: readonly ShellWord[]): ShellWord | undefined {
  const index = words.findIndex(({ prefix }) => /^(-[A-Za-z]*t|--t)/.test(prefix));
  const word = words[index];
  if (word?.value === undefined) return undefined;
  const inside = /^(?:--[a-z-]+=|-[A-Za-z]*?t)(.+)$/.exec(word.value)?.[1];
  return inside === undefined ? words[index + 1] : { ...word, value: inside };
}

function isRecursive(words: readonly ShellWord[]): boolean {
  return words.some(({ value }) => RECURSIVE.test(value ?? ""));
}

function baseName(path: string): string {
  return posix.basename(path);
}
