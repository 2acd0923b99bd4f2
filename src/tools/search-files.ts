/**
 * `search_files`: `git grep -P` in the cell, as argv without a shell. Tracked and untracked files, ignored and binary ones
 * left out. `-P` is 100 times faster than `-E` on long lines.
 */

import * as z from "zod/mini";
import type { ExecReply } from "../protocol/cell.ts";
import type { ToolResult } from "../protocol/tool.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";
import { cutLine } from "./define/line-view.ts";
import { pathspecsOf } from "./pathspec.ts";
import { inputMistake } from "./define/input-error.ts";

const MAX_RESULTS = 300;
const MAX_LINE_CHARS = 500;

/** A PCRE pattern can backtrack for ever. */
const TIMEOUT_MS = 20_000;

/** 300 results of 500 characters take 150 KB; the rest leaves room for the long lines they are cut from. */
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;

/** Settings of the repository that would run a program or change the layout are set aside. */
const SETTINGS = ["core.fsmonitor=false", "core.quotePath=false", "submodule.recurse=false"];
const OPTIONS = "-P -I -n -z --untracked --no-color --no-column --no-textconv --no-full-name".split(" ");
const GIT_GREP = ["git", "--no-pager", ...SETTINGS.flatMap((setting) => ["-c", setting]), "grep", ...OPTIONS];

export const searchFilesTool = defineTool({
  name: "search_files",
  offeredTo: ["default", "read"],
  aliases: ["Grep"],
  needs: ["read"],
  description: `Search files below path (ignored ones left out) by Perl regex, line by line, at most ${MAX_RESULTS} results.`,
  input: z.strictObject({
    regex: z.string().check(z.minLength(1)),
    path: z.optional(z.string()),
    file_pattern: z.optional(z.string().check(z.minLength(1), z.describe("glob, e.g. *.ts"))),
  }),
  make: ({ cell }: Pick<FileDeps, "cell">) => ({
    plan: async ({ regex, path: given = ".", file_pattern: pattern }, signal) => {
      if (/[\0\n]/.test(regex))
        throw inputMistake("regex holds a NUL or a line break.", "Matches are within one line.");
      const { path, kind } = await cell.resolve(given, signal);
      if (kind !== "directory" && kind !== "file")
        throw inputMistake(`cannot search ${path} (${kind}).`, "Give a folder or a file.");
      const command = [...GIT_GREP, "-e", regex, "--", ...pathspecsOf(path, kind, pattern)];
      return {
        access: "read",
        capabilities: [{ kind: "read", path }],
        summary: `search /${regex}/ in ${path}${pattern === undefined ? "" : ` (${pattern})`}`,
        run: async (signal) => {
          const reply = await cell.exec(
            { command, cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES },
            signal,
          );
          return resultOf(reply);
        },
      };
    },
  }),
});

/** git's own exit codes: 1 for no match, 128 for a pattern or path it does not take. */
function resultOf({ code, output, timedOut, droppedBytes, signal }: ExecReply): ToolResult {
  const failed = (text: string): ToolResult => ({ text: `Error: ${text}`, isError: true });
  if (timedOut) return failed(`not finished after ${TIMEOUT_MS / 1000} s. Use a simpler regex or a smaller path.`);
  if (code === 1) return { text: "No match." };
  if (code === 128)
    throw inputMistake(
      `${output.trim().replace(/^fatal: /, "git grep: ")}.`,
      "Give a Perl regex; escape ( [ { . * + ?.",
    );
  if (code !== 0) return failed(`git grep ended with ${signal ?? `exit ${code}`}: ${output.trim()}`);
  return { text: grouped(output, droppedBytes > 0) };
}

/** Path, NUL, line number, NUL, text, line end. A path may hold line breaks itself; taken by lines, it could name another file. */
const MATCH = /([^\0]*)\0(\d+)\0([^\n]*)\n/g;
/** What git says between matches stands before the next path. */
const WARNINGS = /^(?:(?:warning|error|hint): [^\n]*\n)+/;

/** `path`, then `line: text` for each match in it: a path repeated 300 times is 300 times paid for. */
function grouped(output: string, hasGap: boolean): string {
  const out: string[] = [];
  let [file, shown, complete] = ["", 0, !hasGap];
  for (const [, before = "", number = "", text = ""] of output.matchAll(MATCH)) {
    const path = before.replace(WARNINGS, "");
    // The line after a gap may begin inside a path.
    if (hasGap && path.includes("\n")) break;
    if (shown === MAX_RESULTS) {
      complete = false;
      break;
    }
    // As a list shows it: a name with a line break stays on its line.
    if (path !== file) out.push(path.includes("\n") ? JSON.stringify(path) : path);
    file = path;
    out.push(`${number}: ${cutLine(text.replace(/\r$/, ""), MAX_LINE_CHARS)}`);
    shown += 1;
  }
  if (!complete) out.push(`[cut after ${shown} results: narrow regex, path or file_pattern]`);
  return out.join("\n");
}
