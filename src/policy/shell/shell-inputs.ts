/** Follows lists of files through pipes: the files that one command prints become words of the next command. */

import type { Command, PipelineNode } from "unbash";
import { ANY } from "./shape.ts";
import { listedFiles, passedOn } from "./shell-listing.ts";
import { readWord, type WordVisitor } from "./shell-word.ts";
import type { ShellWord } from "./word.ts";
import { INPUT_NAME } from "./word-shapes.ts";

/** Ignores what it is told, because the walk visits the same words and reports their problems. */
const SILENT: WordVisitor = { script: () => {}, problem: () => {} };

/** Remembers the input of the commands of one command line. */
export function createInputs() {
  const listed = new Map<Command, readonly string[]>();

  /** Shapes of the lines that a part of a pipeline prints. */
  const printedBy = (part: PipelineNode): readonly string[] | undefined => {
    if (part.type !== "Command" || part.prefix.length > 0 || part.name === undefined) return undefined;
    const words = [part.name, ...part.suffix.filter((item) => item.type === "Word")].map((word) =>
      readWord(word, SILENT),
    );
    const input = listed.get(part);
    return listedFiles(words) ?? (input === undefined ? undefined : passedOn(words, input));
  };

  return {
    pipe: (from: PipelineNode, to: PipelineNode): void => {
      const lines = printedBy(from);
      const reader = to.type === "While" ? onlyCommand(to) : to;
      if (lines !== undefined && reader?.type === "Command") listed.set(reader, lines);
    },
    /** Variables that a command sets from its input, with their values. The input of `xargs` counts as a variable. */
    readBy: (command: Command, words: readonly ShellWord[]): readonly (readonly [string, readonly string[]])[] => {
      const lines = listed.get(command) ?? [ANY];
      const [first, flag, ...names] = words.map(({ value }) => value);
      if (first === "read") {
        // Without -r a backslash joins lines, and of several variables each gets a piece of a line.
        const isWhole = flag === "-r" && names.length === 1;
        return words.slice(1).map(({ value = "" }) => [value, isWhole ? lines : [ANY]] as const);
      }
      return words.some(({ value }) => value === "xargs") ? [[INPUT_NAME, lines]] : [];
    },
  };
}

/** The condition of a loop, such as `while read -r f`, if it is a single command. */
function onlyCommand({ clause }: Extract<PipelineNode, { type: "While" }>): PipelineNode | undefined {
  const [statement, ...others] = clause.commands;
  return others.length === 0 && statement?.command.type !== "AndOr" ? statement?.command : undefined;
}
