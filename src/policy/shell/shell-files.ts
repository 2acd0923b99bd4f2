/**
 * Finds the paths that a well-known command changes, such as the operands of `mkdir`, `cp`, `mv` and `rm`. Write rules judge them like
 * redirections. Words that are not literal are left out, because profiles and patterns do not approve such a command.
 */

import { posix } from "node:path";
import { findArguments } from "./shell-listing.ts";
import type { ShellWord } from "./word.ts";

export interface ChangedPath {
  /** As written; relative to the directory in which the command runs. */
  readonly path: string;
  /** Everything below the path is changed as well. */
  readonly isTree: boolean;
}

const TARGET = /^(-t|--t[a-z-]*)$/;

/** Flags whose value is the next word, by command. If one is missing here, its value counts as an operand, which is only stricter. */
const VALUED: Readonly<Record<string, RegExp>> = {
  cp: TARGET,
  mv: TARGET,
  ln: TARGET,
  mkdir: /^(-m|--mode)$/,
  touch: /^(-d|-t|-r|--date|--time|--reference)$/,
  truncate: /^(-s|-r|--size|--reference)$/,
  install: /^(-m|-o|-g|-t|--mode|--owner|--group|--t[a-z-]*)$/,
  restore: /^(-s|--source)$/,
  sed: /^(-[A-Za-z]*[ef]|--e[a-z]*|--fi[a-z]*)$/,
};

/** Flags of git before the subcommand. */
const GIT_VALUED = /^(-C|-c|--git-dir|--work-tree|--namespace|--config-env|--super-prefix|--attr-source|--list-cmds)$/;
/** Flags with which a command changes a tree, as in `cp -a` and `rm -rf`. `mv` does so without a flag. */
const RECURSIVE = /^(-(?=[A-Za-z]*[rRa])[A-Za-z]*|--recursive|--archive)$/;

/** The paths that the literal words of the command name as changed. */
export function changedPaths(words: readonly ShellWord[]): readonly ChangedPath[] {
  const [program, ...rest] = words;
  const name = posix.basename(program?.value ?? "");
  switch (name) {
    case "mkdir":
    case "rmdir":
    case "tee":
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
      const isInPlace = rest.some(({ prefix }) => /^(-[A-Za-z]*i|--i)/.test(prefix));
      const hasProgram = rest.some(({ prefix }) => /^(-[A-Za-z]*[ef]|--e|--fi)/.test(prefix));
      return isInPlace ? each(operandsOf(name, rest).slice(hasProgram ? 0 : 1), false) : [];
    }
    case "find":
      return findPaths(rest);
    case "git":
      return gitPaths(rest);
    default:
      return [];
  }
}

/** Paths that the command copies or moves with everything below them. */
export function copiedTrees([program, ...rest]: readonly ShellWord[]): readonly string[] {
  const base = posix.basename(program?.value ?? "");
  const own = base === "git" ? rest.slice(rest.findIndex(({ prefix }) => !prefix.startsWith("--"))) : rest;
  const isMove = base === "mv" || (base === "git" && own[0]?.value === "mv");
  if (!isMove && !(/^(cp|rsync)$/.test(base) && isRecursive(rest))) return [];
  const operands = operandsOf(isMove ? "mv" : "cp", base === "git" ? own.slice(1) : own);
  const sources = targetOf(own) === undefined ? operands.slice(0, -1) : operands;
  return sources.flatMap(({ value = "" }) => (value === "" ? [] : [value]));
}

/** Files of `-fprint FILE` and the like, and the folders below which `-delete` removes files. */
function findPaths(words: readonly ShellWord[]): readonly ChangedPath[] {
  const lists = words.filter((_, index) => /^-f(print0?|printf|ls)$/.test(words[index - 1]?.value ?? ""));
  if (!words.some(({ value }) => value === "-delete")) return each(lists, false);
  const { points } = findArguments(words);
  return [...each(lists, false), ...(points.length === 0 ? [{ path: ".", isTree: true }] : each(points, true))];
}

/** A pathspec is a file, a folder or a pattern of either. */
function gitPaths(words: readonly ShellWord[]): readonly ChangedPath[] {
  let index = 0;
  let folder = ".";
  for (let flag = words[0]; flag?.prefix.startsWith("-") === true; flag = words[index]) {
    if (flag.value === "-C" || flag.value === "--work-tree")
      folder = posix.join(folder, words[index + 1]?.value ?? ".");
    if (flag.prefix.startsWith("--work-tree=")) folder = flag.prefix.slice("--work-tree=".length);
    index += GIT_VALUED.test(flag.value ?? "") ? 2 : 1;
  }
  const paths = subcommandPaths(words.slice(index));
  return folder === "."
    ? paths
    : paths.map(({ path, isTree }) => ({ path: posix.isAbsolute(path) ? path : posix.join(folder, path), isTree }));
}

function subcommandPaths([command, ...rest]: readonly ShellWord[]): readonly ChangedPath[] {
  const name = command?.value ?? "";
  if (name === "rm" || name === "restore") return each(operandsOf(name, rest), true);
  if (name === "mv") {
    const operands = operandsOf(name, rest);
    return [...each(operands.slice(0, -1), true), ...copied(operands, { isTree: true })];
  }
  const dashes = rest.findIndex(({ value }) => value === "--");
  return name === "checkout" && dashes >= 0 ? each(rest.slice(dashes + 1), true) : [];
}

interface CopyOptions {
  /** The folder of `-t`. */
  readonly target?: ShellWord | undefined;
  readonly isTree: boolean;
}

/** The words do not say whether the target is a folder or a file, so both meanings count. */
function copied(operands: readonly ShellWord[], { target, isTree }: CopyOptions): ChangedPath[] {
  const into = (target ?? operands.at(-1))?.value;
  if (into === undefined || (target === undefined && operands.length < 2)) return [];
  const sources = target === undefined ? operands.slice(0, -1) : operands;
  const inside = sources.flatMap(({ value }) => (value === undefined ? [] : [posix.join(into, posix.basename(value))]));
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
    if (valued?.test(word.value ?? "") === true) index += 1;
    else if (!word.prefix.startsWith("-") || word.value === "-") operands.push(word);
  }
  return operands;
}

function targetOf(words: readonly ShellWord[]): ShellWord | undefined {
  const index = words.findIndex(({ prefix }) => /^(-[A-Za-z]*t|--t)/.test(prefix));
  const word = words[index];
  if (word?.value === undefined) return undefined;
  const inside = /^(?:--[a-z-]+=|-[A-Za-z]*?t)(.+)$/s.exec(word.value)?.[1];
  return inside === undefined ? words[index + 1] : { ...word, value: inside };
}

function isRecursive(words: readonly ShellWord[]): boolean {
  return words.some(({ value }) => RECURSIVE.test(value ?? ""));
}
