/** Where a repository keeps its modes; apart from `modes.ts`, so that a run without one loads no parser. */

/** Of two modes with one slug the first file's holds. */
export const MODE_FILES: readonly string[] = [".kilocodemodes", ".roomodes"];
