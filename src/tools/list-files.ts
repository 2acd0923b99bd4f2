/** `list_files`: the entries of a folder, the whole tree below it, or the files below it that match a glob. */

import * as z from "zod/mini";
import type { Cell, ListEntry } from "../protocol/cell.ts";
import type { ToolResult } from "../protocol/tool.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";
import { inputMistake } from "./define/input-error.ts";
import { listedPath } from "./define/line-view.ts";
import { globsOf } from "./define/pathspec.ts";

/** About 2,000 tokens. A model that needs more entries should list a folder below. */
const MAX_ENTRIES = 200;

/** For a glob over a huge tree. git needs about a second for 100,000 files. */
const TIMEOUT_MS = 20_000;

/** Names of about 20,000 files. Only the first 200 are shown. */
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;

/** Lists tracked files and untracked ones that are not ignored, each with a letter: `R` for a file that was removed. */
const LS_FILES =
  "git -c core.fsmonitor=false -c submodule.recurse=false ls-files -t -c -o -d -z --exclude-standard".split(" ");

/** Warnings that git prints between the names. */
const WARNINGS = /^(?:(?:warning|hint): [^\n]*\n)+/;

const path = z.string().check(z.describe("folder; . is the root"));
const recursive = z.optional(z.boolean().check(z.describe("whole tree")));

export const listFilesTool = defineTool({
  name: "list_files",
  offeredTo: ["default", "read"],
  aliases: ["Glob"],
  calledAs: ["Glob", "glob"],
  needs: ["read"],
  description: `List a folder, at most ${MAX_ENTRIES} entries.`,
  shown: z.strictObject({ path, recursive }),
  input: z.strictObject({
    path: z.optional(path),
    recursive,
    /** Accepted for Kimi's Glob; the model is not told. */
    pattern: z.optional(z.string().check(z.minLength(1))),
  }),
  make: ({ cell }: Pick<FileDeps, "cell">) => ({
    plan: async ({ path: given = ".", recursive = false, pattern }, signal) => {
      const { path, kind } = await cell.resolve(given, signal);
      if (pattern !== undefined && kind !== "directory") throw inputMistake(`not a folder: ${path} (${kind}).`);
      const globs = pattern === undefined ? undefined : globsOf(path, pattern);
      const how = pattern === undefined ? (recursive ? " recursively" : "") : ` (${pattern})`;
      return {
        access: "read",
        capabilities: [{ kind: "read", path }],
        summary: `list ${path}${how}`,
        run: async (signal) => {
          if (globs !== undefined) return await matchesOf(globs, cell, signal);
          const { entries, truncated } = await cell.list(path, { recursive, limit: MAX_ENTRIES }, signal);
          if (entries.length === 0) return { text: `${path} is empty.` };
          const cut = truncated ? [`[cut after ${MAX_ENTRIES} entries: list a folder below, or use search_files]`] : [];
          return { text: [...entries.map(nameOf), ...cut].join("\n") };
        },
      };
    },
  }),
});

/** Files that are not ignored, sorted by name. */
async function matchesOf(globs: readonly string[], cell: Cell, signal: AbortSignal): Promise<ToolResult> {
  const command = [...LS_FILES, "--", ...globs];
  const reply = await cell.exec({ command, cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES }, signal);
  if (reply.code !== 0) {
    const why = reply.timedOut ? `not finished after ${TIMEOUT_MS / 1000} s` : reply.output.trim();
    return { text: `Error: ${why}. Use a simpler pattern or a folder below.`, isError: true };
  }
  const found = reply.output
    .split("\0")
    .map((entry) => entry.replace(WARNINGS, ""))
    .filter((entry) => /^[\w?] /.test(entry));
  const namesWith = (isWanted: (entry: string) => boolean): ReadonlySet<string> =>
    new Set(found.filter(isWanted).map((entry) => entry.slice(2)));
  const gone = namesWith((entry) => entry.startsWith("R "));
  const paths = [...namesWith((entry) => !entry.startsWith("R ")).difference(gone)].toSorted();
  if (paths.length === 0)
    return { text: "No file matches. `**/` in front means any folder below; ignored files are left out." };
  const isCut = paths.length > MAX_ENTRIES || reply.droppedBytes > 0;
  const cut = isCut ? [`[cut after ${MAX_ENTRIES} files: narrow the pattern]`] : [];
  return {
    text: [...paths.slice(0, MAX_ENTRIES).map((name) => nameOf({ path: name, kind: "file" })), ...cut].join("\n"),
  };
}

/** Folders end in `/`, links in `@`. */
function nameOf({ path, kind }: ListEntry): string {
  return listedPath(path) + (kind === "directory" ? "/" : kind === "link" ? "@" : "");
}
