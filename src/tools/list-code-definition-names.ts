/** `list_code_definition_names`: the definitions in a file, or in each source file of a folder, in Kilo's format. */

import * as z from "zod/mini";
import type { FileDefinitions } from "../protocol/tool.ts";
import { readLines, type CodeDeps, type Reading } from "./codebase-search.ts";
import { defineTool } from "./define/define-tool.ts";
import { inputMistake } from "./define/input-error.ts";
import { cutLine, listedPath } from "./define/line-view.ts";

const MAX_LINES = 200;
const MAX_BYTES = 30 * 1024;
const MAX_LINE_CHARS = 200;
/** Most files of a folder that are looked at. The definitions of more would not be shown. */
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
          const listed = { entries: [{ path, kind }] };
          const { entries } =
            kind === "file" ? listed : await cell.list(path, { recursive: false, limit: 5 * MAX_FILES }, signal);
          const files = entries.filter((entry) => entry.kind === "file").map((entry) => entry.path);
          // If a rule defers reading `path` itself, a person has approved this listing.
          const open = mayRead(path) ? files.filter(mayRead) : files;
          const found = await code.definitions(open.slice(0, MAX_FILES), signal);
          return { text: await listing(found, { cell, signal, isFolder: kind === "directory" }) };
        },
      };
    },
  }),
});

async function listing(
  files: readonly FileDefinitions[],
  { isFolder, ...reading }: Reading & { readonly isFolder: boolean },
): Promise<string> {
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
    const read = ranges.length === 0 ? [] : await readLines(path, reading);
    const lines = typeof read === "string" ? [] : read;
    const rows = [
      `# ${listedPath(path)}`,
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
