/**
 * A channel that outlives its worker: the next request opens the cell again, with the same files. A request whose answer was lost is sent
 * again only when it has no effect; otherwise the caller is told that it may have run.
 */

import type { ExecReply, TalkEnd } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import type { BuiltCell } from "./process/options.ts";
import type { Channel } from "./process/channel.ts";
import type { LaterOperation, Operations } from "./process/frames.ts";

export type LastingChannel = ReturnType<typeof createLastingChannel>;

/** A worker that dies again and again is an attack or a broken machine; one opening takes a fifth of a second. */
const MAX_REOPENINGS = 3;

export function createLastingChannel(first: BuiltCell) {
  let opened = Promise.resolve(first);
  let deaths = 0;
  let hearOfDeath = (_reason: string): void => {};
  let tell = (_text: string): void => {};
  let isClosed = false;
  let used = 0;
  /** Requests that every later worker gets too. */
  const settings = new Map<LaterOperation, (channel: Channel) => Promise<unknown>>();

  const reopen = async (dead: BuiltCell, failure: RunnerError): Promise<BuiltCell> => {
    deaths += 1;
    hearOfDeath(failure.message);
    if (isClosed || deaths > MAX_REOPENINGS) throw failure;
    tell(`${failure.message} The cell is opened again (${deaths} of at most ${MAX_REOPENINGS} times).`);
    await dead.channel.close();
    const next = await dead.reopen(used);
    for (const set of settings.values()) await set(next.channel);
    return next;
  };
  const living = async (): Promise<BuiltCell> => {
    for (;;) {
      const asked = opened;
      const cell = await asked;
      const failure = cell.channel.failure();
      if (failure === undefined) return cell;
      if (asked === opened) opened = reopen(cell, failure);
    }
  };
  const call = async <O extends LaterOperation>(
    op: O,
    args: Operations[O]["args"],
    signal?: AbortSignal,
  ): Promise<Operations[O]["reply"]> => {
    signal?.throwIfAborted();
    const { channel } = await living();
    if (op === "startBackground") used += 1;
    if (op === "openNetwork" || op === "setCeilings") settings.set(op, async (later) => await later.call(op, args));
    try {
      const reply = await channel.call(op, args, signal);
      if (op === "exec" && (reply as Operations["exec"]["reply"]).background !== undefined) used += 1;
      return reply;
    } catch (error) {
      const failure = channel.failure();
      if (error !== failure || failure === undefined || isClosed || deaths >= MAX_REOPENINGS) throw error;
      const lost = LOST[op](failure);
      return lost === "again" ? await call(op, args, signal) : lost.reply;
    }
  };

  return {
    call,
    /** `listener` is called with the reason each time a worker has died. Its commands are lost. */
    onDeath: (listener: (reason: string) => void): void => void (hearOfDeath = listener),
    /** `listener` is called with a sentence each time the worker has died and the cell is opened again. */
    onReopening: (listener: (text: string) => void): void => void (tell = listener),
    /** Covers paths in the living cell and in those that are opened later; see `BuiltCell`. */
    hide: async (paths: readonly Buffer[]): Promise<void> => await (await opened).hide?.(paths),
    async close(): Promise<void> {
      isClosed = true;
      const cell = await opened.catch(() => undefined);
      await cell?.channel.close();
      await (cell ?? first).onClosed();
    },
  };
}

/** What to do where the answer to a request was lost: send the request again, or return a reply in place of it. It may throw. */
type Lost<O extends LaterOperation> = "again" | { readonly reply: Operations[O]["reply"] };

const again = (): "again" => "again";

const LOST: { readonly [O in LaterOperation]: (failure: RunnerError) => Lost<O> } = {
  resolve: again,
  readFile: again,
  list: again,
  confirmLines: again,
  activity: again,
  outputSoFar: again,
  openNetwork: again,
  setCeilings: again,
  listBackground: again,
  // The client of background commands knows which of them are lost.
  readBackground: again,
  stopBackground: again,
  // The processes ended with the worker.
  killAll: () => ({ reply: null }),
  writeTalk: () => ({ reply: null }),
  readTalk: (failure) => ({ reply: { lines: [], end: endOf(failure) } }),
  stopTalk: (failure) => ({ reply: endOf(failure) }),
  exec: (failure) => ({ reply: cutShort(failure) }),
  replaceMatches: mayHaveRun("Files may have been changed; search again first."),
  writeFile: mayHaveRun("The file may have been written; read it first."),
  startBackground: mayHaveRun("The command may have run for a moment."),
  startTalk: mayHaveRun("The process may have run for a moment."),
};

/** The note after a worker's death: the reason, and what was lost. */
export function deathNote(reason: string): string {
  return `${reason} The cell is opened again. Commands that ran in it, background commands included, have ended; what they wrote to the workspace is there.`;
}

function cutShort({ message }: RunnerError): ExecReply {
  const output = `[this command was cut short, and may have run in part: ${deathNote(message)}]\n`;
  return { output, droppedBytes: 0, code: null, signal: "SIGKILL", timedOut: false, durationMs: 0 };
}

function endOf({ message }: RunnerError): TalkEnd {
  return { code: null, signal: "SIGKILL", stderr: "", problem: message };
}

/** Throws the error of a request that has an effect. */
function mayHaveRun(hint: string): (failure: RunnerError) => never {
  return (cause) => {
    throw new RunnerError({ code: "cell.reopened", message: deathNote(cause.message), hint, cause });
  };
}
