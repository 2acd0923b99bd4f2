/** The ways to start a tool that the project has installed: by its name, or after words such as `npx` and `uv run`. */

import type { ShellWord } from "../shell/word.ts";

/** Words before the name of a tool. Left out are flags of npx, `dlx` and `exec --package`, which fetch or run another package. */
const NODE_STARTS: readonly (readonly string[])[] = [
  ["npx"],
  ["npx", "--no-install"],
  ["npx", "--no"],
  ["pnpm"],
  ["pnpm", "exec"],
  ["yarn"],
];
const PYTHON_STARTS: readonly (readonly string[])[] = [
  ["uv", "run"],
  ["poetry", "run"],
];
const BIN = /^(\.\/)?node_modules\/\.bin\//;
const PYTHON = /^python(3(\.\d+)?)?$/;

interface ProjectTool {
  readonly tool: string;
  readonly words: readonly ShellWord[];
}

/** The tool that a command line starts, and its words; undefined if `tools` does not have it. */
function started(
  [name, ...rest]: readonly [string, ...ShellWord[]],
  starts: readonly (readonly string[])[],
  tools: ReadonlySet<string>,
): ProjectTool | undefined {
  if (tools.has(name)) return { tool: name, words: rest };
  for (const [program, ...before] of starts) {
    if (program !== name || before.some((word, index) => rest[index]?.value !== word)) continue;
    const tool = rest[before.length]?.value;
    if (tool !== undefined && tools.has(tool)) return { tool, words: rest.slice(before.length + 1) };
  }
  return undefined;
}

/** `eslint`, `npx eslint`, `pnpm exec eslint`, `yarn eslint`, `node_modules/.bin/eslint`. */
export function nodeTool(
  name: string,
  rest: readonly ShellWord[],
  tools: ReadonlySet<string>,
): ProjectTool | undefined {
  return started([name.replace(BIN, ""), ...rest], NODE_STARTS, tools);
}

/** `ruff`, `python -m ruff`, `uv run ruff`, `poetry run ruff`. */
export function pythonTool(
  name: string,
  rest: readonly ShellWord[],
  tools: ReadonlySet<string>,
): ProjectTool | undefined {
  return started([name, ...rest], [...PYTHON_STARTS, ...(PYTHON.test(name) ? [[name, "-m"]] : [])], tools);
}
