/** Where a repository keeps its modes and tools. A file of its own, so that a run without them loads no parser. */

/** If two modes have the same slug, the one in the first file is used. */
export const MODE_FILES: readonly string[] = [".kilocodemodes", ".roomodes"];

export const TOOL_FOLDER = ".kimi/tools";

/** True for a file directly in the folder: a tool, or the description of one. */
export function isToolFile(path: string): boolean {
  return path.startsWith(`${TOOL_FOLDER}/`) && !path.slice(TOOL_FOLDER.length + 1).includes("/");
}
