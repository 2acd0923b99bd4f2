/**
 * The controller's side of the index program: starts it in the cell when it is first asked, one request at a time, and ends it
 * when it stays silent. What it says is a hint from inside the cell.
 */

import { oneLine } from "../base/truncate.ts";
import type { Cell, TalkEnd } from "../protocol/cell.ts";
import type { CodeIndex } from "../protocol/tool.ts";
import { RunnerError } from "../protocol/error.ts";
import type { IndexReply, IndexRequest } from "./frames.ts";
import { replyIn } from "./reply.ts";

export type IndexCell = Pick<Cell, "ownProgram" | "startTalk" | "readTalk" | "writeTalk" | "stopTalk">;

/** Text of 100 MB takes less; beyond it the kernel or node ends the program, and the next question starts it again. */
const NODE_FLAGS = ["--max-old-space-size=1024", "--disable-warning=ExperimentalWarning"];
/** It gives a sign of life with every file that it parses and every 200 that it reads: each takes 3 s at most. */
const SILENCE_MS = 30_000;
/** Characters of its last words. */
const MAX_WORDS_CHARS = 300;

/** Without an id, which is the client's to give. */
type Question = IndexRequest extends infer R ? (R extends IndexRequest ? Omit<R, "id"> : never) : never;
type Answer = Exclude<IndexReply, { kind: "at" | "failed" }>;

/** Creates the index of a run. Nothing is started before the first question. */
export function createCodeIndex(cell: IndexCell, silenceMs = SILENCE_MS): CodeIndex {
  let talk: string | undefined;
  let lastId = 0;
  let turn: Promise<unknown> = Promise.resolve();
  /** A file whose grammar ended the program; asked again it would do so again. */
  const fatal = new Map<string, string>();

  const stop = async (): Promise<void> => {
    const id = talk;
    talk = undefined;
    if (id !== undefined) await cell.stopTalk(id).catch(() => {}); // a closed cell has ended it
  };
  const ask = async (question: Question, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted();
    lastId += 1;
    const id = lastId;
    talk ??= (await cell.startTalk({ command: cell.ownProgram("cell-index", NODE_FLAGS), cwd: ".", env: {} }, signal))
      .id;
    let at: string | undefined;
    const broken = async (why: string): Promise<RunnerError> => {
      await stop();
      if (at !== undefined) fatal.set(at, why);
      return failure(at === undefined ? why : `${why}, at ${at}`);
    };
    await cell.writeTalk(talk, JSON.stringify({ ...question, id }), signal);
    for (;;) {
      const silence = AbortSignal.timeout(silenceMs);
      const { lines, end } = await cell.readTalk(talk, AbortSignal.any([signal, silence])).catch(async (error) => {
        signal.throwIfAborted();
        throw silence.aborted ? await broken(`it said nothing for ${silenceMs / 1000} s and was ended`) : error;
      });
      for (const line of lines) {
        const reply = replyIn(line);
        if (reply === undefined) throw await broken(`it answered ${oneLine(line, MAX_WORDS_CHARS)}`);
        if (reply.id !== id) continue; // of a question that was given up
        if (reply.kind === "failed") throw failure(reply.reason);
        if (reply.kind !== "at") return reply;
        at = reply.path;
      }
      if (end !== undefined) throw await broken(wordsOf(end));
    }
  };
  const inTurn = async (question: Question, signal: AbortSignal): Promise<Answer> => {
    const answer = turn.then(async () => await ask(question, signal));
    turn = answer.catch(() => {});
    return await answer;
  };

  return {
    async search(query, signal) {
      const answer = await inTurn({ op: "search", query }, signal);
      if (answer.kind !== "search") throw failure(`it answered ${answer.kind}`);
      return answer.found;
    },
    async definitions(paths, signal) {
      const askable = paths.filter((path) => !fatal.has(path));
      const answer = await inTurn({ op: "definitions", paths: askable }, signal);
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

function wordsOf({ code, signal, stderr, problem }: TalkEnd): string {
  const words = oneLine(stderr.trim().slice(-MAX_WORDS_CHARS), MAX_WORDS_CHARS);
  return `${problem ?? `it ended with ${signal ?? `exit code ${code}`}`}${words === "" ? "" : `: ${words}`}`;
}
