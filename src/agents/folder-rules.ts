/** The AGENTS.md files of folders, which the model reads when it first touches the folder. Their text is that of the base commit. */

import { foldersAbove } from "../base/paths/byte-paths.ts";
import type { Capability } from "../protocol/approval.ts";
import { describeError } from "../protocol/error.ts";
import type { FolderRules } from "../protocol/turn.ts";
import { agentsMdMark, folderOf, mergeAgentsMd, rulesAbove } from "./agents-md.ts";

/** The first words of the note that holds such rules. */
export const FOLDER_RULES = "Rules of the repository for files that you touched";

/** `nested`: the AGENTS.md files that no prompt holds. `read` returns a file of the base commit. Undefined when there are no nested files. */
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

/** The files whose rules hold for what a call needs. A command touches the folder that it runs in and the folders that it names. */
function filesFor(need: Capability, nested: readonly string[]): readonly string[] {
  switch (need.kind) {
    case "read":
    case "write":
      return rulesAbove(need.path, nested);
    case "exec": {
      const words = need.command.split(/[\s"'`;|&<>()=]+/).map((word) => word.replace(/^\.\//, ""));
      const places = new Set(words.flatMap((word) => [word, ...foldersAbove(word)]));
      const named = nested.map(folderOf).filter((folder) => places.has(folder));
      return [need.cwd, ...named].flatMap((path) => rulesAbove(path, nested));
    }
    case "mcp":
    case "net":
    case "github":
      return [];
  }
}

/** The file's text, or why there is none. The model is told this once as well, instead of at every call. */
async function textOf(path: string, read: (path: string) => Promise<string | undefined>): Promise<string> {
  try {
    return (await read(path))?.trim() || "(empty)";
  } catch (error) {
    return `(not read: ${describeError(error)})`;
  }
}
