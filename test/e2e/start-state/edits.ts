/** What the scripted model does to a file, and what the file has to be afterwards. */

import type { DoubleCall } from "../../doubles/model-reply.ts";

export interface Edit {
  readonly path: string;
  readonly call: DoubleCall;
  /** The file after the edit. Undefined stands for a file that was not there. */
  readonly of: (before: string | undefined) => string;
}

/** A word for the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The shell command that writes a file, its folder included. `to` is the shell's sign: `>` for a new file, `>>` for its end. */
export function put(path: string, content: string, to = ">"): string {
  const folder = /^(.*)\//.exec(path)?.[1];
  const make = folder === undefined ? "" : `mkdir -p ${quoted(folder)} && `;
  return `${make}printf %s ${quoted(content)} ${to} ${quoted(path)}`;
}

const command = (text: string): DoubleCall => ({ name: "execute_command", arguments: { command: text } });

/** Adds a line at the end. The model sees nothing of the file. */
export function addLine(path: string, line: string): Edit {
  return {
    path,
    call: command(put(path, `${line}\n`, ">>")),
    of: (before = "") => `${before}${line}\n`,
  };
}

/** Replaces a text that occurs once. The model sees nothing of the file. */
export function swap(path: string, from: string, to: string): Edit {
  return {
    path,
    call: command(`sed -i ${quoted(`s/${from}/${to}/`)} ${quoted(path)}`),
    of: (before = "") => before.replace(from, to),
  };
}

/** Writes a new file, with the tool that models use for it. */
export function create(path: string, content: string): Edit {
  return { path, call: { name: "write_to_file", arguments: { path, content } }, of: () => content };
}

/** Writes a whole file by a command, which does not have to read one first. */
export function createByCommand(path: string, content: string): Edit {
  return { path, call: command(put(path, content)), of: () => content };
}

export const SOURCE = "export const add = (a, b) => a - b;\n";
export const FIXED = "export const add = (a, b) => a + b;\n";

/** The edit of every run that is not about the start state alone. */
export const FIX_ADD: Edit = {
  path: "src/add.js",
  call: {
    name: "apply_diff",
    arguments: {
      path: "src/add.js",
      diff: `<<<<<<< SEARCH\n${SOURCE}=======\n${FIXED}>>>>>>> REPLACE`,
    },
  },
  of: (before = "") => before.replace("a - b", "a + b"),
};
