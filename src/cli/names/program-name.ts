/** How this program was called, so that a command that it prints can be pasted. */

import { basename, delimiter, dirname } from "node:path";
import { shellWord } from "../../policy/shell/quoted-word.ts";

import type { World } from "../../run/open/request.ts";

/** The words before the subcommand. The script is a link of a package manager, or the file itself. */
export function programName({ script = "", env }: Pick<World, "script" | "env">): string {
  if (env["npm_command"] === "exec") return "npx kimi-runner";
  const isOnPath = (env["PATH"] ?? "").split(delimiter).includes(dirname(script));
  if (basename(script) === "kimi-runner") return isOnPath ? "kimi-runner" : shellWord(script);
  return script === "" ? "kimi-runner" : `node ${shellWord(script)}`;
}
