/** `kimi-runner batch …` in this process, in a repository, with what it printed. */

import { runCli } from "../../src/cli/main.ts";
import { resolve } from "node:path";

export interface BatchCall {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `home`: where the state folder is. */
export async function callBatch(
  args: readonly string[],
  {
    cwd,
    home,
    env = {},
  }: { readonly cwd: string; readonly home: string; readonly env?: Readonly<Record<string, string>> },
): Promise<BatchCall> {
  const said = { out: "", err: "" };
  const code = await runCli(["batch", ...args], {
    env: { PATH: process.env["PATH"], HOME: home, ...env },
    cwd,
    nodePath: process.execPath,
    workerPath: resolve(import.meta.dirname, "../../dist/cell.js"),
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    warn: (text) => void (said.err += `${text}\n`),
  });
  return { code, ...said };
}
