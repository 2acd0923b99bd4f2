/** The controller's side of the index program, which starts with the first question. Its answers come from the cell, so they are hints. */

import { createInTurn } from "../base/in-turn.ts";
import { createLineClient } from "../base/line-client.ts";
import type { Cell } from "../protocol/cell.ts";
import type { CodeIndex } from "../protocol/tool.ts";
import { RunnerError } from "../protocol/error.ts";
import { indexReplyIn, type IndexReply, type IndexRequest } from "./frames.ts";

export type IndexCell = Pick<Cell, "ownProgram" | "startTalk" | "readTalk" | "writeTalk" | "stopTalk">;

/** 100 MB of text take less. When the program takes more, it ends, and the next question starts it again. */
const NODE_FLAGS = ["--max-old-space-size=1024", "--disable-warning=ExperimentalWarning"];
/** The program gives a sign of life with every file that it parses and every 200 that it reads, each after 3 s at most. */
const SILENCE_MS = 30_000;

/** A request without its id, which the client adds. */
type Question = IndexRequest extends infer R ? (R extends IndexRequest ? Omit<R, "id"> : never) : never;

/** Creates the index of a run. Nothing is started before the first question. */
export function createCodeIndex(cell: IndexCell, silenceMs = SILENCE_MS): CodeIndex {
  const start = (signal: AbortSignal) =>
    cell.startTalk({ command: cell.ownProgram("cell-index", NODE_FLAGS), cwd: ".", env: {}, isOwn: true }, signal);
  const program = { start, write: cell.writeTalk, read: cell.readTalk, stop: cell.stopTalk };
  const client = createLineClient<IndexReply>({ program, silenceMs, replyIn: indexReplyIn });
  const inTurn = createInTurn();
  /** Files at which the program ended, with the reason. They are not asked for again, because the program would end again. */
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
