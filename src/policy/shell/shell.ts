/**
 * Analyses a command line for the policy: every argv that would run, every file that it opens, and why something is not understood.
 * Parses with unbash; never runs, expands or resolves anything. Never throws: a failure is reported as a problem.
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
import type { AnalyseCommand } from "./shell-analysis.ts";
import { createFindings, type ShellFindings } from "./shell-findings.ts";
import { createFlow, unchanged, type Cwds, type Exits } from "./shell-flow.ts";
import { createInvocationReader } from "./shell-invocation.ts";
import { workspacePath } from "./shell-paths.ts";
import { textProblem } from "./shell-text.ts";
import { hasGap, readWord, visitNested, type WordVisitor } from "./shell-word.ts";
import { ANY } from "./shape.ts";
import { createInputs } from "./shell-inputs.ts";
import { staticWord, textsOf, type ShellWord } from "./word.ts";
import { isAllowedAssignment } from "./shell-wrappers.ts";

export const analyseCommand: AnalyseCommand = (command, place) => {
  const unreadable = textProblem(command);
  if (unreadable !== undefined) return { parts: [], problem: unreadable };
  const findings = createFindings(place.workDir);
  try {
    createWalk(findings, place.workDir)(command, [workspacePath(place.cwd, ".", place.workDir)], 0);
  } catch (error) {
    // Deep nesting ends in a stack overflow of the parser or of this walk.
    findings.report(`does not parse: ${error instanceof Error ? error.message : String(error)}`);
  }
  return findings.result();
};

/** A command's possible directories, how deeply it is wrapped, and the text to which the positions of its nodes belong. */
interface Scope {
  readonly cwds: Cwds;
  readonly depth: number;
  readonly source: string;
}

/** Returns the walk over one text of shell commands, which reports to `findings`. */
function createWalk(findings: ShellFindings, workDir: string) {
  const { report } = findings;
  const seen = new Set<SyntaxNode>();

  const text = (source: string, cwds: Cwds, depth: number): void => {
    const unreadable = textProblem(source);
    if (unreadable !== undefined) report(unreadable);
    const script = parse(source);
    walkScript(script, { cwds, depth, source });
    // The walk handles every node type of unbash. If it missed a command all the same, the line is not understood.
    const check = (node: SyntaxNode): void => {
      if (node.type === "Command" && !seen.has(node)) report("a part that was not analysed");
      forEachChild(node, check);
    };
    check(script);
  };

  const run = createInvocationReader({ findings, workDir, text });
  const inputs = createInputs();

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
      loop: (name, words, cwds, body) =>
        findings.bind(name, words?.flatMap((word) => textsOf(read(word, at(cwds)))) ?? [ANY], body),
      within: findings.within,
      pipe: inputs.pipe,
    });
    flow.statements(script.commands, outer.cwds);
  };

  const visitor = (scope: Scope): WordVisitor => ({ script: (script) => walkScript(script, scope), problem: report });

  const read = (word: Word, scope: Scope): ShellWord => readWord(word, visitor(scope));

  const walkCommand = (command: Command, scope: Scope): Exits => {
    seen.add(command);
    if (hasGap(command, scope.source)) report("text between words that belongs to no word");
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
    for (const [name, values] of inputs.readBy(command, words)) findings.bind(name, values);
    findings.visit(scope.cwds);
    return words.length === 0 ? unchanged(scope.cwds) : run(words, scope);
  };

  /** The literal value of an assignment. Undefined for lists, elements, `+=` and computed values. */
  const assigned = ({ value, index, append }: Assignment, scope: Scope): string | undefined => {
    if (index !== undefined) read(index, scope);
    if (value.type !== "Word") {
      visitNested(value, visitor(scope));
      return undefined;
    }
    const word = read(value, scope);
    return index === undefined && append !== true ? word.value : undefined;
  };

  const redirect = (redirection: Redirection, scope: Scope): void => {
    const strange = descriptorProblem(redirection);
    if (strange !== undefined) report(strange);
    if (redirection.type === "HereDoc") {
      if (redirection.closing === undefined) report("here-document without an end");
      visitNested(redirection.body, visitor(scope));
      return;
    }
    if (redirection.target === undefined) return report("redirection without a target");
    const word = read(redirection.target, scope);
    const opened = openedAs(redirection, word);
    if (typeof opened === "string") return report(opened);
    for (const kind of opened) findings.file({ kind, target: word.value ?? "", cwds: scope.cwds });
  };

  return text;
}

/** No process has a larger descriptor, and bash reads much larger numbers as words. */
const MAX_DESCRIPTOR = 65_536;

/** Why the descriptor before the operator is not understood; undefined when it is. */
function descriptorProblem({ descriptor }: Redirection): string | undefined {
  if (descriptor?.type === "FileDescriptorVariable") return "redirection that assigns a variable";
  const isWord = descriptor?.type === "FileDescriptor" && descriptor.value > MAX_DESCRIPTOR;
  return isWord ? "a file descriptor above 65536" : undefined;
}

/** How the redirection opens its target, or why this is not understood. The second parameter is the target as a shell word. */
function openedAs(
  { operator, type, target, descriptor }: Exclude<Redirection, { type: "HereDoc" }>,
  { value }: ShellWord,
): readonly ("read" | "write")[] | string {
  if (type === "HereString") return [];
  if (value === undefined) {
    const isSubstitution = target?.parts?.length === 1 && target.parts[0]?.type === "ProcessSubstitution";
    return isSubstitution ? [] : "redirection to or from a computed path";
  }
  if (operator === ">&" || operator === "<&") {
    // bash reads `>&-x` as `>&-` and the word `x`, `>&'1-'` as a file, and removes both quotes of `>&'"x"'`.
    const isPlain = target?.text === value && /^(-|[\w./][\w./-]*)$/.test(value);
    if (isPlain && /^(\d+-?|-)$/.test(value)) return [];
    if (!isPlain || operator === "<&" || descriptor !== undefined) return "ambiguous redirection";
  }
  return operator === "<" ? ["read"] : operator === "<>" ? ["read", "write"] : ["write"];
}
