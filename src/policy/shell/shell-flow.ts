/**
 * Follows the current directory through a shell program: it visits every statement, branch and loop, with the directories in which
 * the shell may be at that point. The caller decides what a command means.
 */

import type { AndOr, Command, PipelineNode, Redirection, Statement, SyntaxNode, TestExpression, Word } from "unbash";
import { PLAIN_NAME } from "./shell-command.ts";
import type { Enclosure } from "./shell-order.ts";

/** Directories the shell may be in, relative to the workspace. There are several after a `cd` that may have failed. */
export type Cwds = readonly string[];

export interface Exits {
  readonly success: Cwds;
  readonly failure: Cwds;
}

export interface FlowVisitor {
  readonly problem: (reason: string) => void;
  readonly word: (word: Word, cwds: Cwds) => void;
  /** Visits substitutions inside a node that is not a word. */
  readonly nested: (node: SyntaxNode, cwds: Cwds) => void;
  readonly command: (command: Command, cwds: Cwds) => Exits;
  readonly redirection: (redirection: Redirection, cwds: Cwds) => void;
  /** A loop sets a variable to each of these words, or to each of `$@` without words. */
  readonly loop: (name: string, words: readonly Word[] | undefined, cwds: Cwds, body: object) => void;
  /** Walks over the inside of a loop, a stage of a pipe or a background command. */
  readonly within: <T>(enclosure: Enclosure, walk: () => T) => T;
  /** A pipe connects two parts of a line. */
  readonly pipe: (from: PipelineNode, to: PipelineNode) => void;
}

/** With more possible directories a line is not understood. */
const MAX_CWDS = 8;
/** Operators of `[[ ]]` that evaluate their operands as arithmetic. */
const ARITHMETIC_TEST = /^-(eq|ne|lt|le|gt|ge)$/;

/** The exits of a statement that does not change the directory. */
export function unchanged(cwds: Cwds): Exits {
  return { success: cwds, failure: cwds };
}

/** Builds the walk over statements. */
export function createFlow(visitor: FlowVisitor) {
  const union = (...sets: readonly Cwds[]): Cwds => {
    const all = [...new Set(sets.flat())];
    if (all.length > MAX_CWDS) visitor.problem("too many possible directories");
    return all.slice(0, MAX_CWDS);
  };
  const either = (exits: Exits): Cwds => union(exits.success, exits.failure);

  const statements = (list: readonly Statement[], cwds: Cwds): Cwds =>
    list.reduce<Cwds>((current, statement) => either(statementExits(statement, current)), cwds);

  /** Exits of the last statement, so that `{ cd a; } && x` and `if cd a` are followed. */
  const listExits = (list: readonly Statement[], cwds: Cwds): Exits => {
    const last = list.at(-1);
    return last === undefined ? unchanged(cwds) : statementExits(last, statements(list.slice(0, -1), cwds));
  };

  const statementExits = (statement: Statement, cwds: Cwds): Exits => {
    const walk = (): Exits =>
      statement.command.type === "AndOr" ? andOr(statement.command, cwds) : node(statement.command, cwds);
    if (statement.background !== true) return walk();
    visitor.within({ kind: "background", stage: 0, of: statement }, walk);
    return unchanged(cwds);
  };

  const andOr = ({ commands, operators }: AndOr, cwds: Cwds): Exits => {
    let exits: Exits | undefined;
    for (const [index, command] of commands.entries()) {
      if (exits === undefined) exits = node(command, cwds);
      else if (operators[index - 1] === "&&") {
        const next: Exits = node(command, exits.success);
        exits = { success: next.success, failure: union(exits.failure, next.failure) };
      } else {
        const next: Exits = node(command, exits.failure);
        exits = { success: union(exits.success, next.success), failure: next.failure };
      }
    }
    return exits ?? unchanged(cwds);
  };

  const loop = (body: readonly Statement[], before: Cwds): Exits => {
    const after = visitor.within({ kind: "loop", stage: 0, of: body }, () => statements(body, before));
    if (after.some((cwd) => !before.includes(cwd))) visitor.problem("cd inside a loop");
    return unchanged(before);
  };

  const node = (item: PipelineNode, cwds: Cwds): Exits => {
    switch (item.type) {
      case "Command":
        return visitor.command(item, cwds);
      case "Pipeline": {
        const [only, ...others] = item.commands;
        if (only !== undefined && others.length === 0) {
          const exits = node(only, cwds);
          const negated = item.prefixes.some((prefix) => prefix.type === "Negation");
          return negated ? { success: either(exits), failure: either(exits) } : exits;
        }
        for (const [index, command] of item.commands.entries()) {
          const before = item.commands[index - 1];
          if (before !== undefined) visitor.pipe(before, command);
          visitor.within({ kind: "pipe", stage: index, of: item }, () => node(command, cwds));
        }
        return unchanged(cwds);
      }
      case "Redirected":
        for (const redirection of item.redirects) visitor.redirection(redirection, cwds);
        return node(item.command, cwds);
      case "Subshell":
        statements(item.body.commands, cwds);
        return unchanged(cwds);
      case "BraceGroup":
        return listExits(item.body.commands, cwds);
      case "If": {
        let test = listExits(item.clause.commands, cwds);
        const ends: Cwds[] = [statements(item.then.commands, test.success)];
        for (const branch of item.elif) {
          test = listExits(branch.clause.commands, test.failure);
          ends.push(statements(branch.then.commands, test.success));
        }
        ends.push(item.else === undefined ? test.failure : statements(item.else.commands, test.failure));
        return unchanged(union(...ends));
      }
      case "For":
      case "Select":
        if (!PLAIN_NAME.test(item.name.text)) visitor.problem(`loop over the variable ${item.name.text}`);
        if (item.type === "Select") visitor.problem("select");
        visitor.loop(item.name.text, item.wordlist, cwds, item.body.commands);
        return loop(item.body.commands, cwds);
      case "While":
        return loop([...item.clause.commands, ...item.body.commands], cwds);
      case "ArithmeticFor":
        visitor.problem("arithmetic with variables");
        visitor.nested(item, cwds);
        return unchanged(cwds);
      case "ArithmeticCommand":
        if (item.expression === undefined) visitor.problem("arithmetic that does not parse");
        visitor.nested(item, cwds);
        return unchanged(cwds);
      case "Case": {
        visitor.word(item.word, cwds);
        const ends = item.items.map((branch) => {
          for (const pattern of branch.pattern) visitor.word(pattern, cwds);
          return statements(branch.body.commands, cwds);
        });
        // After a branch that falls through, the next branch starts in the directory where the first one ended.
        const falls = item.items.some((branch) => branch.terminator === ";&" || branch.terminator === ";;&");
        if (falls && ends.flat().some((cwd) => !cwds.includes(cwd))) {
          visitor.problem("cd in a case that falls through");
        }
        return unchanged(union(cwds, ...ends));
      }
      case "TestCommand":
        visitTest(item.expression, cwds, visitor);
        return unchanged(cwds);
      case "Function":
      case "Coproc":
        visitor.problem(item.type === "Function" ? "function definition" : "coproc");
        if (item.body.type === "CompoundList") statements(item.body.commands, cwds);
        else node(item.body, cwds);
        return unchanged(cwds);
    }
  };

  return { statements };
}

function visitTest(expression: TestExpression, cwds: Cwds, visitor: FlowVisitor): void {
  switch (expression.type) {
    case "TestUnary":
      if (/^-[vR]$/.test(expression.operator)) visitor.problem("test of a variable by name");
      return visitor.word(expression.operand, cwds);
    case "TestBinary":
      if (
        ARITHMETIC_TEST.test(expression.operator) &&
        ![expression.left, expression.right].every((word) => /^-?\d+$/.test(word.text))
      ) {
        visitor.problem("arithmetic with variables");
      }
      visitor.word(expression.left, cwds);
      return visitor.word(expression.right, cwds);
    case "TestLogical":
      for (const operand of expression.operands) visitTest(operand, cwds, visitor);
      return;
    case "TestNot":
      return visitTest(expression.operand, cwds, visitor);
    case "TestGroup":
      return visitTest(expression.expression, cwds, visitor);
  }
}
