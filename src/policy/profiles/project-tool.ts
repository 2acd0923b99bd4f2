/** The ways to start a tool of the project. Each runs what the project installed, with the tool's own words after its name. */

import type { ShellWord } from "../shell/word.ts";

/** Words before the name of a tool. Left out: flags of npx, `dlx` and `exec --package`, which fetch or run another package. */
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

/** The tool of a command line and its words; undefined when `tools` does not have it. A tool on the search path counts too. */
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
