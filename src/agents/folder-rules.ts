/** Rules of folders: the AGENTS.md that the model reads when it first touches a folder. Their text is the base commit's. */

import type { Capability } from "../protocol/approval.ts";
import { describeError } from "../protocol/error.ts";
import type { FolderRules } from "../protocol/turn.ts";
import { agentsMdMark, folderOf, mergeAgentsMd, rulesAbove } from "./agents-md.ts";

/** How the note begins. */
export const FOLDER_RULES = "Rules of the repository for files that you touched";

/** `nested`: the files that no prompt holds. `read` returns a file of the base commit. Undefined when there is none. */
export function createFolderRules(
  nested: readonly string[],
  read: (path: string) => Promise<string | undefined>,
): FolderRules | undefined {
  if (nested.length === 0) return undefined;
  return async (capabilities, told) => {
    const touched = new Set(capabilities.flatMap((need) => filesFor(need, nested)));
    const fresh = nested.filter((file) => touched.has(file) && !told.some((text) => text.includes(agentsMdMark(file))));
    if (fresh.length === 0) return undefined;
    const files = await Promise.all(fresh.map(async (path) => ({ path, text: await textOf(path, read) })));
    return `${FOLDER_RULES}. They hold below the folder of their file, where the deeper one wins.\n\n${mergeAgentsMd(files)}`;
  };
}

/** A command touches the folder that it runs in, and those that it names. */
function filesFor(need: Capability, nested: readonly string[]): readonly string[] {
  switch (need.kind) {
    case "read":
    case "write":
      return rulesAbove(need.path, nested);
    case "exec": {
      const words = need.command.split(/[\s"'`;|&<>()=]+/).map((word) => word.replace(/^\.\//, ""));
      const named = nested.map(folderOf).filter((folder) => words.some((word) => `${word}/`.startsWith(`${folder}/`)));
      return [need.cwd, ...named].flatMap((path) => rulesAbove(path, nested));
    }
    case "mcp":
    case "net":
    case "github":
      return [];
  }
}

/** Also says why it has none, so that the file is told once. */
async function textOf(path: string, read: (path: string) => Promise<string | undefined>): Promise<string> {
  try {
    return (await read(path))?.trim() || "(empty)";
  } catch (error) {
    return `(not read: ${describeError(error)})`;
  }
}
