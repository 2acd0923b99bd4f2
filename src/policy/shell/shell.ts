/**
 * A command line as the policy sees it: every argv that would run, every file redirected to or from, and why something is
 * not understood. Parses with unbash; never runs, expands or resolves anything. Never throws: what fails is a problem.
 */

import {
  forEachChild,
  parse,
  type Assignment,
  type Command,
  type Redirection,
  type Script,
  type SyntaxNode,
  type Word,
} from "unbash";
import type { AnalyseCommand, ShellAnalysis, ShellPart } from "./shell-analysis.ts";
import { meaningOf } from "./shell-command.ts";
import { changedPaths } from "./shell-files.ts";
import { createFlow, type Cwds, type Exits } from "./shell-flow.ts";
import { isDevice, isNetworkDevice, isOutside, workspacePath } from "./shell-paths.ts";
import { textProblem } from "./shell-text.ts";
import { hasGap, readWord, visitNested, type WordVisitor } from "./shell-word.ts";
import { staticWord, type ShellWord } from "./word.ts";
import { isAllowedAssignment } from "./shell-wrappers.ts";

/** Commands of one line, wrapped and substituted ones included. */
const MAX_COMMANDS = 50;
/** `bash -c` inside `env` inside `timeout` …: more wrapping than this is hiding something. */
const MAX_WRAPPING = 6;
/** Beyond the descriptors that a process may have here, far below where bash reads the digits as a word. */
const MAX_DESCRIPTOR = 65_536;
/** Analyses one command line. */
export const analyseCommand: AnalyseCommand = (command, place) => {
  const unreadable = textProblem(command);
  if (unreadable !== undefined) return { parts: [], problem: unreadable };
  const walk = createWalk(place.workDir);
  try {
    walk.text(command, [workspacePath(place.cwd, ".", place.workDir)], 0);
  } catch (error) {
    // Deep nesting ends in a stack overflow of the parser or of this walk.
    walk.problem(`does not parse: ${error instanceof Error ? error.message : String(error)}`);
  }
  return walk.result();
};

/** Where a command stands: possible directories, how deeply it is wrapped, and the text its positions point into. */
interface Scope {
  readonly cwds: Cwds;
  readonly depth: number;
  readonly source: string;
}

interface FileOptions {
  readonly cwds: Cwds;
  readonly isTree?: boolean;
}

function createWalk(workDir: string) {
  const parts: ShellPart[] = [];
  const seen = new Set<SyntaxNode>();
  let problem: string | undefined;
  let commands = 0;

  const report = (reason: string): void => {
    problem ??= reason;
  };

  const text = (source: string, cwds: Cwds, depth: number): void => {
    const unreadable = textProblem(source);
    if (unreadable !== undefined) report(unreadable);
    const script = parse(source);
    walkScript(script, { cwds, depth, source });
    // The walk below names every node type; should one be missed, its commands must not slip through.
    const check = (node: SyntaxNode): void => {
      if (node.type === "Command" && !seen.has(node)) report("a part that is not looked at");
      forEachChild(node, check);
    };
    check(script);
  };

  const walkScript = (script: Script, outer: Scope): void => {
    const errors = "errors" in script ? script.errors : undefined;
    if (Array.isArray(errors) && errors.length > 0) report("does not parse");
    const at = (cwds: Cwds): Scope => ({ ...outer, cwds, source: script.source ?? outer.source });
    const flow = createFlow({
      problem: report,
      word: (word, cwds) => void read(word, at(cwds)),
      nested: (node, cwds) => visitNested(node, visitor(at(cwds))),
      command: (command, cwds) => walkCommand(command, at(cwds)),
      redirection: (redirection, cwds) => redirect(redirection, at(cwds)),
    });
    flow.statements(script.commands, outer.cwds);
  };

  const visitor = (scope: Scope): WordVisitor => ({ script: (script) => walkScript(script, scope), problem: report });

  const read = (word: Word, scope: Scope): ShellWord => readWord(word, visitor(scope));

  const walkCommand = (command: Command, scope: Scope): Exits => {
    seen.add(command);
    if (hasGap(command, scope.source)) report("text between words that is no part of the command");
    const words: ShellWord[] = command.name === undefined ? [] : [read(command.name, scope)];
    for (const item of command.prefix) {
      if (item.type !== "Assignment") redirect(item, scope);
      else {
        const value = assigned(item, scope);
        if (value === undefined || !isAllowedAssignment(`${item.name}=${value}`)) report(`assignment to ${item.name}`);
      }
    }
    for (const item of command.suffix) {
      if (item.type === "Word") words.push(read(item, scope));
      else if (item.type === "Assignment") {
        const value = assigned(item, scope);
        const prefix = `${item.name}=`;
        words.push(
          value === undefined
            ? { text: item.text, certainty: "split", prefix }
            : { ...staticWord(prefix + value), text: item.text },
        );
      } else redirect(item, scope);
    }
    return words.length === 0 ? same(scope.cwds) : run(words, scope, false);
  };

  /** The literal value of an assignment; undefined for lists, elements, appending and anything computed. */
  const assigned = ({ value, index, append }: Assignment, scope: Scope): string | undefined => {
    if (index !== undefined) read(index, scope);
    if (value.type !== "Word") {
      visitNested(value, visitor(scope));
      return undefined;
    }
    const word = read(value, scope);
    return index === undefined && append !== true ? word.value : undefined;
  };

  /** Judged words of one command; `external` when a program, not the shell, starts it. */
  const run = (words: readonly ShellWord[], scope: Scope, external: boolean): Exits => {
    const { cwds, depth } = scope;
    const inner: Scope = { ...scope, depth: depth + 1 };
    commands += 1;
    if (commands > MAX_COMMANDS) report(`more than ${MAX_COMMANDS} commands`);
    if (commands > MAX_COMMANDS * 4) return same(cwds);
    if (depth > MAX_WRAPPING) {
      report("wrapped too deeply");
      return same(cwds);
    }
    const computedFlag = words.find((word) => word.value === undefined && /^-[^=]*$/.test(word.prefix));
    if (computedFlag !== undefined) report(`computed flag ${computedFlag.text}`);
    const meaning = meaningOf(words);
    switch (meaning.kind) {
      case "plain":
        parts.push({ kind: "command", words, cwds });
        for (const { path, isTree } of changedPaths(words)) file("write", path, { cwds, isTree });
        return same(cwds);
      case "free":
        return same(cwds);
      case "cd":
        if (!external) return changeDirectory(meaning.target, cwds);
        report("cd inside another command");
        return same(cwds);
      case "inner": {
        if (meaning.outer !== undefined) parts.push({ kind: "command", words: meaning.outer, cwds });
        const builtin = words[0]?.value === "command" || words[0]?.value === "builtin";
        return run(meaning.words, inner, external || !builtin);
      }
      case "script":
        text(meaning.text, cwds, depth + 1);
        return same(cwds);
      case "writes":
        for (const path of meaning.paths) file("write", path.value ?? "", { cwds });
        return same(cwds);
      case "opaque":
        report(meaning.reason);
        parts.push({ kind: "command", words, cwds });
        if (meaning.inner !== undefined && meaning.inner.length > 0) run(meaning.inner, inner, true);
        return same(cwds);
    }
  };

  const changeDirectory = (target: ShellWord | undefined, cwds: Cwds): Exits => {
    if (target?.value === undefined || target.value === "") {
      report("cd to a directory that is not literal");
      return same(cwds);
    }
    const { value } = target;
    const next = [...new Set(cwds.map((cwd) => workspacePath(value, cwd, workDir)))];
    if (next.some(isOutside)) {
      report(`cd leaves the workspace: ${value}`);
      return same(cwds);
    }
    return { success: next, failure: cwds };
  };

  const redirect = (redirection: Redirection, scope: Scope): void => {
    const { cwds } = scope;
    const { descriptor } = redirection;
    if (descriptor?.type === "FileDescriptorVariable") report("redirection that assigns a variable");
    // A number that is none to bash is a word.
    if (descriptor?.type === "FileDescriptor" && descriptor.value > MAX_DESCRIPTOR)
      report("descriptor that is no number");
    if (redirection.type === "HereDoc") {
      if (redirection.closing === undefined) report("here-document without an end");
      visitNested(redirection.body, visitor(scope));
      return;
    }
    if (redirection.target === undefined) return report("redirection without a target");
    const target = read(redirection.target, scope);
    if (redirection.type === "HereString") return;
    const { operator } = redirection;
    if (target.value === undefined) {
      if (redirection.target.parts?.[0]?.type === "ProcessSubstitution" && redirection.target.parts.length === 1)
        return;
      return report("redirection to or from a computed path");
    }
    if (operator === ">&" || operator === "<&") {
      // To bash `>&-x` is `>&-` and a word of its own, `>&'1-'` is a file, and of `>&'"x"'` both quotes are taken off.
      if (redirection.target.text !== target.value || !/^(-|[\w./][\w./-]*)$/.test(target.value)) {
        return report("ambiguous redirection");
      }
      if (/^(\d+-?|-)$/.test(target.value)) return;
      if (operator === "<&" || redirection.descriptor !== undefined) return report("ambiguous redirection");
    }
    if (operator === "<" || operator === "<>") file("read", target.value, { cwds });
    if (operator !== "<") file("write", target.value, { cwds });
  };

  const file = (kind: "read" | "write", target: string, { cwds, isTree = false }: FileOptions): void => {
    if (target === "") return report("redirection to an empty path");
    if (isNetworkDevice(target)) return report("network redirection");
    for (const path of new Set(cwds.map((cwd) => workspacePath(target, cwd, workDir)))) {
      if (!isDevice(path)) parts.push({ kind, path, ...(isTree ? { isTree } : {}) });
    }
  };

  return {
    text,
    problem: report,
    result: (): ShellAnalysis => (problem === undefined ? { parts } : { parts, problem }),
  };
}

function same(cwds: Cwds): Exits {
  return { success: cwds, failure: cwds };
}
