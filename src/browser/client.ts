/**
 * The controller's side of the browser program: starts it in the cell with the first `launch`, one request at a time, and ends it
 * when it stays silent. What it says comes from inside the cell.
 */

import { oneLine } from "../base/truncate.ts";
import type { Cell, TalkEnd } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Browser, BrowserAct, BrowserView } from "../protocol/tools/browser.ts";
import type { BrowserReply } from "./frames.ts";
import { browserReplyIn } from "./reply.ts";

export type BrowserCell = Pick<Cell, "ownProgram" | "startTalk" | "readTalk" | "writeTalk" | "stopTalk">;

export interface BrowserOptions {
  /** The browser's program on this machine, which the cell sees at the same path. */
  readonly file: string;
  /** An action takes 45 s at most in the program. */
  readonly silenceMs?: number | undefined;
}

const NODE_FLAGS = ["--max-old-space-size=256", "--disable-warning=ExperimentalWarning"];
const SILENCE_MS = 90_000;
const MAX_WORDS_CHARS = 300;

/** Creates the browser of a run. Nothing is started before the first `launch`. */
export function createBrowser(cell: BrowserCell, { file, silenceMs = SILENCE_MS }: BrowserOptions): Browser {
  let talk: string | undefined;
  let launched: string | undefined;
  let lastId = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const stop = async (): Promise<void> => {
    const id = talk;
    [talk, launched] = [undefined, undefined];
    if (id !== undefined) await cell.stopTalk(id).catch(() => {}); // a closed cell has ended it
  };
  const broken = async (why: string): Promise<RunnerError> => {
    await stop();
    return gone(why);
  };
  const ask = async (act: BrowserAct, signal: AbortSignal): Promise<BrowserReply> => {
    lastId += 1;
    const id = lastId;
    talk ??= (await cell.startTalk({ command: cell.ownProgram("cell-browser", NODE_FLAGS), cwd: ".", env: {} }, signal))
      .id;
    await cell.writeTalk(talk, JSON.stringify({ ...act, id, file }), signal);
    for (;;) {
      const silence = AbortSignal.timeout(silenceMs);
      const { lines, end } = await cell.readTalk(talk, AbortSignal.any([signal, silence])).catch(async (error) => {
        signal.throwIfAborted();
        throw silence.aborted ? await broken(`it said nothing for ${silenceMs / 1000} s and was ended`) : error;
      });
      for (const line of lines) {
        const reply = browserReplyIn(line);
        if (reply === undefined) throw await broken(`it answered ${oneLine(line, MAX_WORDS_CHARS)}`);
        if (reply.id === id) return reply; // others are of actions that were given up
      }
      if (end !== undefined) throw await broken(wordsOf(end));
    }
  };
  const inTurn = async (act: BrowserAct, signal: AbortSignal): Promise<BrowserView | undefined> => {
    signal.throwIfAborted();
    if (act.action !== "launch" && talk === undefined) throw notOpen();
    const reply = await ask(act, signal);
    switch (reply.kind) {
      case "closed":
        await stop();
        return undefined;
      case "failed":
        throw await broken(reply.reason);
      case "done":
        if (act.action === "launch") launched = act.url;
        return reply.view;
    }
  };
  return {
    launched: () => launched,
    act: async (act, signal) => {
      const answer = turn.then(async () => await inTurn(act, signal));
      turn = answer.catch(() => {});
      return await answer;
    },
  };
}

/** The answer to an action without a browser, in a resumed session as well: a browser ends with its process. */
function notOpen(): RunnerError {
  return new RunnerError({
    code: "tool.input",
    message: "No browser is open.",
    hint: "Call browser_action with action launch and the url first, in a message of its own. A browser does not outlive the process of its run.",
  });
}

function gone(why: string): RunnerError {
  return new RunnerError({
    code: "tool.input",
    message: `The browser is closed: ${oneLine(why, 2 * MAX_WORDS_CHARS).replace(/\.$/, "")}.`,
    hint: "Launch it again, or work without it.",
  });
}

function wordsOf({ code, signal, stderr, problem }: TalkEnd): string {
  if (code === 0 && problem === undefined) return "nothing was asked of it for 5 minutes";
  const words = oneLine(stderr.trim().slice(-MAX_WORDS_CHARS), MAX_WORDS_CHARS);
  return `${problem ?? `it ended with ${signal ?? `exit code ${code}`}`}${words === "" ? "" : `: ${words}`}`;
}
