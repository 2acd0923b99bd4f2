/** How this program was called, so that a command that it prints can be pasted. */

import { basename, delimiter, dirname } from "node:path";
import { shellWord } from "./shell-word.ts";

interface Call {
  /** The path of the script: a link of a package manager, or the file itself. */
  readonly script: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The words before the subcommand. */
export function programName({ script = "", env }: Call): string {
  if (env["npm_command"] === "exec") return "npx kimi-runner";
  const isOnPath = (env["PATH"] ?? "").split(delimiter).includes(dirname(script));
  if (basename(script) === "kimi-runner") return isOnPath ? "kimi-runner" : shellWord(script);
  return script === "" ? "kimi-runner" : `node ${shellWord(script)}`;
}
