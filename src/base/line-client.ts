/** Client of a program that answers in lines of JSON. The program is ended when it is silent for too long or writes no replies. */

import { oneLine } from "./truncate.ts";

const MAX_WORDS_CHARS = 300;

/** How to reach the program. `id` names its process. */
interface LineProgram {
  readonly start: (signal: AbortSignal) => Promise<{ readonly id: string }>;
  readonly write: (id: string, line: string, signal: AbortSignal) => Promise<void>;
  readonly read: (
    id: string,
    signal: AbortSignal,
  ) => Promise<{ readonly lines: readonly string[]; readonly end?: ProgramEnd | undefined }>;
  readonly stop: (id: string) => Promise<unknown>;
}

/** How a program ended. `problem` says why the cell ended it. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  readonly problem?: string | undefined;
}

interface LineClientOptions<Reply> {
  readonly program: LineProgram;
  /** The longest time between two lines of an answer. */
  readonly silenceMs: number;
  /** Parses a line; undefined where it is not a reply. */
  readonly replyIn: (line: string) => Reply | undefined;
}

interface Asking<Reply> {
  readonly signal: AbortSignal;
  /** Makes the error for a program that was ended, or that ended by itself. */
  readonly broken: (why: string, end?: ProgramEnd) => Error;
  /** False for a reply that only shows progress, so that another one follows. */
  readonly isLast?: ((reply: Reply) => boolean) | undefined;
}

/** Creates the client. The program starts with the first question. */
export function createLineClient<Reply extends { readonly id: number }>({
  program,
  silenceMs,
  replyIn,
}: LineClientOptions<Reply>) {
  let running: string | undefined;
  let lastId = 0;
  const stop = async (): Promise<void> => {
    const id = running;
    running = undefined;
    if (id !== undefined) await program.stop(id).catch(() => {}); // a closed cell has already ended it
  };
  /** Returns the program's answer. Starts the program if it is not running. The caller asks one question at a time. */
  const ask = async (question: object, asking: Asking<Reply>): Promise<Reply> => {
    const { signal, broken, isLast = () => true } = asking;
    lastId += 1;
    const id = lastId;
    const ended = async (why: string, end?: ProgramEnd): Promise<Error> => {
      await stop();
      return broken(why, end);
    };
    running ??= (await program.start(signal)).id;
    await program.write(running, JSON.stringify({ ...question, id }), signal);
    for (;;) {
      const silence = AbortSignal.timeout(silenceMs);
      const { lines, end } = await program.read(running, AbortSignal.any([signal, silence])).catch(async (error) => {
        signal.throwIfAborted();
        throw silence.aborted ? await ended(`it said nothing for ${silenceMs / 1000} s and was ended`) : error;
      });
      for (const line of lines) {
        const reply = replyIn(line);
        if (reply === undefined) throw await ended(`it answered ${oneLine(line, MAX_WORDS_CHARS)}`);
        if (reply.id === id && isLast(reply)) return reply; // another id belongs to a question that was given up
      }
      if (end !== undefined) throw await ended(wordsOf(end), end);
    }
  };
  return { isOpen: (): boolean => running !== undefined, ask, stop };
}

function wordsOf({ code, signal, stderr, problem }: ProgramEnd): string {
  const words = oneLine(stderr.trim().slice(-MAX_WORDS_CHARS), MAX_WORDS_CHARS);
  return `${problem ?? `it ended with ${signal ?? `exit code ${code}`}`}${words === "" ? "" : `: ${words}`}`;
}
