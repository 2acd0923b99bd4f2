/**
 * `search_files`: `git grep -P` in the cell, as argv without a shell. Tracked and untracked files, ignored and binary ones
 * left out. `-P` is 100 times faster than `-E` on long lines.
 */

import { counted } from "../base/words.ts";
import * as z from "zod/mini";
import type { Cell, ExecReply, FoundLine } from "../protocol/cell.ts";
import type { ToolResult } from "../protocol/tool.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";
import { cutLine, listedPath } from "./define/line-view.ts";
import { pathspecsOf } from "./pathspec.ts";
import { inputMistake } from "./define/input-error.ts";

const MAX_RESULTS = 300;
const MAX_LINE_CHARS = 500;

/** A Perl regex can backtrack without end. */
const TIMEOUT_MS = 20_000;

/** 300 results of 500 characters take 150 KB. The rest is room for long lines, which are cut afterwards. */
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;

/** Overrides settings of the repository that would run a program or change the output. */
const SETTINGS = ["core.fsmonitor=false", "core.quotePath=false", "submodule.recurse=false"];
const OPTIONS = "-P -I -n -z --untracked --no-color --no-column --no-textconv --no-full-name".split(" ");
const GIT_GREP = ["git", "--no-pager", ...SETTINGS.flatMap((setting) => ["-c", setting]), "grep", ...OPTIONS];

export const searchFilesTool = defineTool({
  name: "search_files",
  offeredTo: ["default", "read"],
  aliases: ["Grep"],
  calledAs: ["Grep"],
  needs: ["read"],
  description: `Search lines of unignored files, at most ${MAX_RESULTS} results.`,
  input: z.strictObject({
    regex: z.string().check(z.minLength(1), z.describe("Perl regex")),
    path: z.optional(z.string().check(z.describe("folder or file"))),
    file_pattern: z.optional(z.string().check(z.minLength(1), z.describe("glob, e.g. *.ts"))),
  }),
  make: ({ cell, mayRead }: Pick<FileDeps, "cell" | "mayRead">) => ({
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
          // If a rule defers reading `path` itself, a person has approved this search.
          const shows = mayRead(path) ? mayRead : () => true;
          return await resultOf(reply, { cell, shows, signal });
        },
      };
    },
  }),
});

interface Showing {
  readonly cell: Pick<Cell, "confirmLines">;
  /** Whether a file's lines may be shown. */
  readonly shows: (path: string) => boolean;
  readonly signal: AbortSignal;
}

/** git's own exit codes: 1 for no match, 128 for a pattern or path it does not take. */
async function resultOf(reply: ExecReply, showing: Showing): Promise<ToolResult> {
  const { code, output, timedOut, droppedBytes, signal } = reply;
  const failed = (text: string): ToolResult => ({ text: `Error: ${text}`, isError: true });
  if (timedOut) return failed(`not finished after ${TIMEOUT_MS / 1000} s. Use a simpler regex or a smaller path.`);
  if (code === 1) return { text: "No match." };
  if (code === 128)
    throw inputMistake(
      `${output.trim().replace(/^fatal: /, "git grep: ")}.`,
      /limit exceeded/.test(output)
        ? "It takes too long on some line: give a regex without a repetition inside a repetition, or a smaller path."
        : "Give a Perl regex; escape ( [ { . * + ?.",
    );
  if (code !== 0) return failed(`git grep ended with ${signal ?? `exit ${code}`}: ${output.trim()}`);
  const { matches, isCut } = matchesOf(output, droppedBytes > 0);
  const readable = matches.filter(({ path }) => showing.shows(path));
  const confirmed = await showing.cell.confirmLines(readable, showing.signal);
  const sure = readable.filter((_, index) => confirmed[index] === true);
  const notes = [
    ...leftOut(matches.length - readable.length, "in files that the policy keeps from you"),
    // A cut result may have lost a part of its last line, which is then not confirmed.
    ...leftOut(isCut ? 0 : readable.length - sure.length, "in files that changed during the search"),
    ...(isCut ? [`[cut after ${counted(sure.length, "result")}: narrow regex, path or file_pattern]`] : []),
  ];
  return { text: [...(sure.length === 0 && notes.length === 0 ? ["No match."] : grouped(sure)), ...notes].join("\n") };
}

function leftOut(count: number, why: string): readonly string[] {
  return count === 0 ? [] : [`[${counted(count, "result")} left out: ${why}]`];
}

/** Warnings that git prints between matches. They stand before the next path. */
const WARNINGS = /^(?:(?:warning|error|hint): [^\n]*\n)+/;

/**
 * Each match is path, NUL, line number, NUL, text, line end. The output is not split into lines, because a path may contain line
 * breaks and a part of it could name another file. A regex would need quadratic time on a long line.
 */
function matchesOf(output: string, hasGap: boolean): { readonly matches: FoundLine[]; readonly isCut: boolean } {
  const matches: FoundLine[] = [];
  for (let at = 0; at < output.length;) {
    const pathEnd = output.indexOf("\0", at);
    const lineEnd = pathEnd === -1 ? -1 : output.indexOf("\0", pathEnd + 1);
    const end = lineEnd === -1 ? -1 : output.indexOf("\n", lineEnd + 1);
    if (end === -1) break;
    const path = output.slice(at, pathEnd).replace(WARNINGS, "");
    const line = Number(output.slice(pathEnd + 1, lineEnd));
    // The line after a gap may begin inside a path.
    if (hasGap && (path.includes("\n") || !Number.isSafeInteger(line))) break;
    if (matches.length === MAX_RESULTS) return { matches, isCut: true };
    matches.push({ path, line, text: output.slice(lineEnd + 1, end) });
    at = end + 1;
  }
  return { matches, isCut: hasGap };
}

/** `path`, then `line: text` for each match in it, so that a path costs its tokens once. */
function grouped(matches: readonly FoundLine[]): readonly string[] {
  return matches.flatMap(({ path, line, text }, index) => {
    const shown = listedPath(path);
    const heading = path === matches[index - 1]?.path ? [] : [shown];
    return [...heading, `${line}: ${cutLine(text.replace(/\r$/, ""), MAX_LINE_CHARS)}`];
  });
}
