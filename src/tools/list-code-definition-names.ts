/** `list_code_definition_names`: where a file, or each source file of a folder, defines what, in Kilo's format. */

import * as z from "zod/mini";
import { RunnerError } from "../protocol/error.ts";
import type { Cell } from "../protocol/cell.ts";
import type { FileDefinitions } from "../protocol/tool.ts";
import type { CodeDeps } from "./codebase-search.ts";
import { defineTool } from "./define/define-tool.ts";
import { MAX_FILE_BYTES } from "./define/edit-target.ts";
import { inputMistake } from "./define/input-error.ts";
import { cutLine, splitLines } from "./define/line-view.ts";

const MAX_LINES = 200;
const MAX_BYTES = 30 * 1024;
const MAX_LINE_CHARS = 200;
/** Of a folder. Their definitions would not be shown anyway. */
const MAX_FILES = 200;

export const listCodeDefinitionNamesTool = defineTool({
  name: "list_code_definition_names",
  offeredTo: ["default", "read"],
  needs: ["read"],
  description: "List definitions with their lines.",
  input: z.strictObject({
    path: z.string().check(z.describe("file or folder")),
  }),
  make: ({ cell, mayRead, code }: CodeDeps) => ({
    plan: async ({ path: given }, signal) => {
      const { path, kind } = await cell.resolve(given, signal);
      if (kind !== "directory" && kind !== "file")
        throw inputMistake(`cannot list ${path} (${kind}).`, "Give a file or a folder.");
      return {
        access: "read",
        capabilities: [{ kind: "read", path }],
        summary: `list definitions of ${path}`,
        run: async (signal) => {
          const files = kind === "file" ? [path] : await filesIn(path, cell, signal);
          // A listing that begins at a path which a rule keeps back runs only after a person approved it.
          const open = mayRead(path) ? files.filter(mayRead) : files;
          const found = await code.definitions(open.slice(0, MAX_FILES), signal);
          return { text: await listing(found, { cell, signal, isFolder: kind === "directory" }) };
        },
      };
    },
  }),
});

async function filesIn(folder: string, cell: Pick<Cell, "list">, signal: AbortSignal): Promise<readonly string[]> {
  const { entries } = await cell.list(folder, { recursive: false, limit: 5 * MAX_FILES }, signal);
  return entries.filter(({ kind }) => kind === "file").map(({ path }) => path);
}

interface Listing {
  readonly cell: Pick<Cell, "readFile">;
  readonly signal: AbortSignal;
  readonly isFolder: boolean;
}

async function listing(files: readonly FileDefinitions[], { cell, signal, isFolder }: Listing): Promise<string> {
  const shown: string[] = [];
  let bytes = 0;
  const add = (line: string): boolean => {
    bytes += Buffer.byteLength(line) + 1;
    if (shown.length >= MAX_LINES || bytes > MAX_BYTES) return false;
    shown.push(line);
    return true;
  };
  for (const { path, ranges, note } of files) {
    if (ranges.length === 0 && note === undefined) continue;
    const read = ranges.length === 0 ? [] : await linesOf(path, cell, signal);
    const lines = typeof read === "string" ? [] : read;
    const rows = [
      `# ${/\p{Cc}/u.test(path) ? JSON.stringify(path) : path}`,
      ...ranges.flatMap(({ start, end }) => {
        const line = lines[start - 1];
        return line === undefined ? [] : `${start}--${end} | ${cutLine(line, MAX_LINE_CHARS)}`;
      }),
      ...(typeof read === "string" ? [`[not shown: ${read}]`] : []),
      ...(note === undefined ? [] : [`[${note}]`]),
    ];
    for (const row of rows)
      if (!add(row)) return [...shown, "[cut: name a file, or read on with read_file]"].join("\n");
  }
  if (shown.length > 0) return shown.join("\n");
  return `No source code definitions found.${isFolder ? " A folder means the files directly in it." : ""}`;
}

/** The lines, or why they cannot be read: the file is gone, or not UTF-8. */
async function linesOf(path: string, cell: Listing["cell"], signal: AbortSignal): Promise<readonly string[] | string> {
  try {
    return splitLines((await cell.readFile(path, { maxBytes: MAX_FILE_BYTES }, signal)).text);
  } catch (error) {
    if (error instanceof RunnerError && error.code.startsWith("workspace.")) return error.message;
    throw error;
  }
}
