/**
 * The controller's side of the index program: starts it in the cell when it is first asked, one request at a time, and ends it
 * when it stays silent. What it says is a hint from inside the cell.
 */

import { createInTurn } from "../base/in-turn.ts";
import { createLineClient } from "../base/line-client.ts";
import type { Cell } from "../protocol/cell.ts";
import type { CodeIndex } from "../protocol/tool.ts";
import { RunnerError } from "../protocol/error.ts";
import type { IndexReply, IndexRequest } from "./frames.ts";
import { replyIn } from "./reply.ts";

export type IndexCell = Pick<Cell, "ownProgram" | "startTalk" | "readTalk" | "writeTalk" | "stopTalk">;

/** Text of 100 MB takes less; beyond it the kernel or node ends the program, and the next question starts it again. */
const NODE_FLAGS = ["--max-old-space-size=1024", "--disable-warning=ExperimentalWarning"];
/** It gives a sign of life with every file that it parses and every 200 that it reads: each takes 3 s at most. */
const SILENCE_MS = 30_000;

/** Without an id, which is the client's to give. */
type Question = IndexRequest extends infer R ? (R extends IndexRequest ? Omit<R, "id"> : never) : never;

/** Creates the index of a run. Nothing is started before the first question. */
export function createCodeIndex(cell: IndexCell, silenceMs = SILENCE_MS): CodeIndex {
  const start = (signal: AbortSignal) =>
    cell.startTalk({ command: cell.ownProgram("cell-index", NODE_FLAGS), cwd: ".", env: {}, isOwn: true }, signal);
  const program = { start, write: cell.writeTalk, read: cell.readTalk, stop: cell.stopTalk };
  const client = createLineClient<IndexReply>({ program, silenceMs, replyIn });
  const inTurn = createInTurn();
  /** A file whose grammar ended the program; asked again it would do so again. */
  const fatal = new Map<string, string>();

  const ask = (question: Question, signal: AbortSignal): Promise<IndexReply> =>
    inTurn(async () => {
      signal.throwIfAborted();
      let at: string | undefined;
      const broken = (why: string): RunnerError => {
        if (at !== undefined) fatal.set(at, why);
        return failure(at === undefined ? why : `${why}, at ${at}`);
      };
      const isLast = (reply: IndexReply): boolean => {
        if (reply.kind === "at") at = reply.path;
        return reply.kind !== "at";
      };
      const reply = await client.ask(question, { signal, broken, isLast });
      if (reply.kind === "failed") throw failure(reply.reason);
      return reply;
    });

  return {
    async search(query, signal) {
      const answer = await ask({ op: "search", query }, signal);
      if (answer.kind !== "search") throw failure(`it answered ${answer.kind}`);
      return answer.found;
    },
    async definitions(paths, signal) {
      const askable = paths.filter((path) => !fatal.has(path));
      const answer = await ask({ op: "definitions", paths: askable }, signal);
      if (answer.kind !== "definitions") throw failure(`it answered ${answer.kind}`);
      const found = new Map(answer.files.map((file) => [file.path, file]));
      return paths.flatMap((path) => {
        const why = fatal.get(path);
        return why === undefined ? (found.get(path) ?? []) : { path, ranges: [], note: `not parsed: ${why}` };
      });
    },
  };
}

function failure(reason: string): RunnerError {
  return new RunnerError({
    code: "tool.input",
    message: `The index of the code failed: ${reason.replace(/\.$/, "")}.`,
    hint: "Use search_files and read_file.",
  });
}
