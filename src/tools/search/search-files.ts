/** `search_files`: `git grep` in the cell, over unignored text files. `-P` is 100 times faster than `-E` on long lines. */

import * as z from "zod/mini";
import { counted } from "../../base/words.ts";
import type { Cell, Confirmed, ConfirmedLine, ExecReply } from "../../protocol/cell.ts";
import type { ToolResult } from "../../protocol/tool.ts";
import { defineTool, type FileDeps } from "../define/define-tool.ts";
import { inputMistake } from "../define/input-error.ts";
import { pathspecsOf } from "../define/pathspec.ts";
import { CUT_BYTES, foundIn, countRows, fileRows, lineRows, type Found } from "./search-output.ts";
import {
  endingsOf,
  MAX_RESULTS,
  queryOf,
  reshapeSearch,
  SEARCH_INPUT,
  SHOWN_OPTIONS,
  type Query,
  type SearchInput,
} from "./search-options.ts";

/** A Perl regex can backtrack without end. */
const TIMEOUT_MS = 20_000;

/** Its first half has room for 300 lines of `CUT_BYTES`. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Most files that are searched again because their attributes call them binary. */
const MAX_MARKED = 200;

/** Overrides settings of the repository that would run a program or change the output. */
const SETTINGS = ["core.fsmonitor=false", "core.quotePath=false", "submodule.recurse=false"];
const OUTPUT = "-z --untracked --no-color --no-column --no-textconv --no-full-name".split(" ");
const GIT_GREP = ["git", "--no-pager", ...SETTINGS.flatMap((setting) => ["-c", setting]), "grep", ...OUTPUT];

/** Cuts long lines as they stream, so that one of them does not take the room of all others. */
const CUT = ["bash", "-c", `set -o pipefail; "$@" | LC_ALL=C cut -b -${CUT_BYTES}`, "search"];

type SearchDeps = Pick<FileDeps, "cell" | "mayRead">;

export const searchFilesTool = defineTool({
  name: "search_files",
  offeredTo: ["default", "read"],
  aliases: ["Grep"],
  calledAs: ["Grep"],
  needs: ["read"],
  description: `Search lines of unignored files, at most ${MAX_RESULTS} results.`,
  shown: z.strictObject(SHOWN_OPTIONS),
  input: SEARCH_INPUT,
  reshape: reshapeSearch,
  make: ({ cell, mayRead }: SearchDeps) => ({
    plan: async (input, signal) => {
      const query = queryOf(input);
      const { path, kind } = await cell.resolve(input.path ?? ".", signal);
      if (kind !== "directory" && kind !== "file")
        throw inputMistake(`cannot search ${path} (${kind}).`, "Give a folder or a file.");
      const { pathspecs, isWanted } = filesOf(input, path, kind);
      const narrowed = input.file_pattern ?? input.type;
      return {
        access: "read",
        capabilities: [{ kind: "read", path }],
        summary: `search /${input.regex}/${input.ignore_case === true ? "i" : ""} in ${path}${narrowed === undefined ? "" : ` (${narrowed})`}`,
        run: async (signal) => {
          // If a rule defers reading `path` itself, a person has approved this search.
          const shows = mayRead(path) ? mayRead : () => true;
          return await search({ query, pathspecs, isWanted, shows, regex: input.regex, cell, signal });
        },
      };
    },
  }),
});

interface Files {
  readonly pathspecs: readonly string[];
  /** Whether a file that fits the pathspecs is searched. */
  readonly isWanted: (path: string) => boolean;
}

/** Git cannot look for files that fit a pattern and a type, so the type is then applied to what git found. */
function filesOf({ file_pattern: pattern, type }: SearchInput, path: string, kind: "file" | "directory"): Files {
  const endings = type === undefined ? [] : endingsOf(type);
  const typed = endings.length > 1 ? `*{${endings.join(",")}}` : endings.map((ending) => `*${ending}`)[0];
  const isBoth = kind === "directory" && pattern !== undefined && type !== undefined;
  return {
    pathspecs: pathspecsOf(path, kind, pattern ?? typed),
    isWanted: (file) => !isBoth || endings.some((ending) => file.endsWith(ending)),
  };
}

interface Search extends Files {
  readonly query: Query;
  readonly regex: string;
  readonly cell: Pick<Cell, "exec" | "confirmLines">;
  /** Whether a file's lines may be shown. */
  readonly shows: (path: string) => boolean;
  readonly signal: AbortSignal;
}

async function search({ query, pathspecs, isWanted, shows, regex, cell, signal }: Search): Promise<ToolResult> {
  const grep = async (options: readonly string[], among: readonly string[]): Promise<ExecReply> => {
    const git = [...GIT_GREP, ...options, ...query.args, "--", ...among];
    const command = query.mode === "lines" ? [...CUT, ...git] : git;
    return await cell.exec({ command, cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES }, signal);
  };
  const notes: string[] = [];
  let reply = await grep([], pathspecs);
  if (isTooMuch(reply)) {
    // A binary file may have been too much. Git skips those that look so and those that attributes call so.
    const again = await grep(["-I"], pathspecs);
    if (!isTooMuch(again)) notes.push("[files that look binary, or are binary by .gitattributes, were not searched]");
    reply = again;
  }
  const failure = failureOf(reply);
  if (failure !== undefined) return failure;
  let found = foundIn(reply, query.mode);
  if (found.binaries.length > 0) {
    const files = found.binaries.filter((path) => isWanted(path)).slice(0, MAX_MARKED);
    const are = await cell.confirmLines(
      files.map((path) => ({ path, line: 0, text: "" })),
      {},
      signal,
    );
    const marked = files.filter((_, index) => isText(are[index]));
    const among = marked.map((path) => `:(literal)${path}`);
    if (among.length > 0) found = joined(found, foundIn(await grep(["--text"], among), query.mode));
  }
  const all = found.results.filter(({ path }) => isWanted(path));
  const window = all.slice(query.offset, query.offset + query.limit);
  const readable = window.filter(({ path }) => shows(path));
  const confirmed = await cell.confirmLines(readable, { before: query.before, after: query.after }, signal);
  const sure = readable.flatMap((result, index) => {
    const line = confirmed[index];
    return isText(line) ? [{ ...result, ...line }] : [];
  });
  const isCut = found.isCut || all.length > query.offset + query.limit;
  notes.push(...leftOut(window.length - readable.length, "in files that the policy keeps from you"));
  // A cut result may have lost a part of its last line.
  const changed = found.isCut ? [] : confirmed.filter((line) => line === null);
  notes.push(...leftOut(changed.length, "in files that changed during the search, or whose names are not UTF-8"));
  if (isCut) {
    const next = found.isCut ? "" : `, or go on with offset ${query.offset + query.limit}`;
    notes.push(`[cut after ${counted(sure.length, "result")}: narrow regex, path or file_pattern${next}]`);
  }
  const show = { lines: lineRows, files: fileRows, counts: countRows }[query.mode];
  const text = [...show(sure, query), ...notes];
  return {
    text: text.length === 0 ? none(regex, query.offset, window.length === 0 ? all.length : 0) : text.join("\n"),
  };
}

function isText(confirmed: Confirmed | undefined): confirmed is ConfirmedLine {
  return typeof confirmed === "object" && confirmed !== null;
}

/** A regex or a file that took too long. */
function isTooMuch({ timedOut, code, output }: ExecReply): boolean {
  return timedOut || (code === 128 && /limit exceeded/.test(output));
}

/** git's own exit codes: 1 for no match, 128 for a pattern or path it does not take. */
function failureOf({ code, output, timedOut, signal }: ExecReply): ToolResult | undefined {
  const failed = (text: string): ToolResult => ({ text: `Error: ${text}`, isError: true });
  if (timedOut) return failed(`not finished after ${TIMEOUT_MS / 1000} s. Use a simpler regex or a smaller path.`);
  if (code === 128)
    throw inputMistake(
      `${output.trim().replace(/^fatal: /, "git grep: ")}.`,
      /limit exceeded/.test(output)
        ? "It takes too long on some line: give a regex without a repetition inside a repetition, or a smaller path."
        : "Give a Perl regex; escape ( [ { . * + ?.",
    );
  return code === 0 || code === 1
    ? undefined
    : failed(`git grep ended with ${signal ?? `exit ${code}`}: ${output.trim()}`);
}

function joined(a: Found, b: Found): Found {
  const results = [...a.results, ...b.results];
  return {
    results: results.toSorted((one, other) => (one.path === other.path ? 0 : one.path < other.path ? -1 : 1)),
    binaries: [],
    isCut: a.isCut || b.isCut,
  };
}

function leftOut(count: number, why: string): readonly string[] {
  return count === 0 ? [] : [`[${counted(count, "result")} left out: ${why}]`];
}

function none(regex: string, offset: number, total: number): string {
  if (total > 0)
    return `No match from offset ${offset} on: there ${total === 1 ? "is" : "are"} ${counted(total, "result")}.`;
  return regex.includes(String.raw`\n`)
    ? String.raw`No match. Matches are within one line, so that \n never matches.`
    : "No match.";
}
