/** Where a repository keeps its modes; apart from `modes.ts`, so that a run without one loads no parser. */

/** Of two modes with one slug the first file's holds. */
export const MODE_FILES: readonly string[] = [".kilocodemodes", ".roomodes"];

/** Where a repository keeps tools of its own. */
export const TOOL_FOLDER = ".kimi/tools";

/** Whether it is a tool or the description of one. */
export function isToolFile(path: string): boolean {
  return path.startsWith(`${TOOL_FOLDER}/`) && !path.slice(TOOL_FOLDER.length + 1).includes("/");
}
