/** The name by which this program was called, so that a printed command can be pasted into a shell. */

import { basename, delimiter, dirname } from "node:path";
import { shellWord } from "../../policy/shell/quoted-word.ts";
import type { World } from "../../run/open/request.ts";

/** The words before the subcommand. `script` is a link that a package manager made, or the file itself. */
export function programName({ script = "", env }: Pick<World, "script" | "env">): string {
  if (env["npm_command"] === "exec") return "npx kimi-runner";
  const isOnPath = (env["PATH"] ?? "").split(delimiter).includes(dirname(script));
  if (basename(script) === "kimi-runner") return isOnPath ? "kimi-runner" : shellWord(script);
  return script === "" ? "kimi-runner" : `node ${shellWord(script)}`;
}
