/** The controller's end of the connection to the worker. Replies are untrusted; an invalid one ends every open call. */

import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { crashAt, type Effect } from "../../base/crash.ts";
import { member, parseJson } from "../../base/member.ts";
import { RunnerError } from "../../protocol/error.ts";
import {
  createLineReader,
  PING_ID,
  WORKER_ERROR_CODES,
  type Operation,
  type Operations,
  type ReplyFrame,
  type RequestFrame,
} from "./frames.ts";

export type WorkerProcess = ChildProcessByStdio<Writable, Readable, Readable>;

export type Channel = ReturnType<typeof createChannel>;

/** Enough for a stack trace. bwrap writes one line. */
const STDERR_TAIL_CHARS = 4000;
/** The worker ends a cancelled command within 1.1 s. Without an answer it is killed. */
const CANCEL_TIMEOUT_MS = 3000;
/** The worker needs milliseconds to kill its processes and exit. */
const CLOSE_TIMEOUT_MS = 1000;
/** A ping is one line of 20 bytes. */
const PING_EVERY_MS = 5000;
/** Together 20 s: far more than a busy machine needs for one line, and far less than the time limits of commands. */
const UNANSWERED_PINGS = 4;
/** The first answer has this time with any interval, because the program must start first. */
const FIRST_ANSWER_MS = PING_EVERY_MS * UNANSWERED_PINGS;

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

/** The operations that have an effect, with its name at their crash points. The others only read, or set up the worker. */
const EFFECT_OF: Readonly<Partial<Record<Operation, Effect>>> = {
  writeFile: "cell.writeFile",
  exec: "cell.exec",
  startBackground: "cell.startBackground",
  stopBackground: "cell.stopBackground",
  startTalk: "cell.startTalk",
  writeTalk: "cell.writeTalk",
  stopTalk: "cell.stopTalk",
  killAll: "cell.killAll",
};

interface ChannelOptions {
  /** Ends the worker at once; a worker of root cannot be ended by a signal. */
  readonly kill?: (() => void) | undefined;
  readonly pingEveryMs?: number | undefined;
}

/** Opens the channel to a worker that was just started. */
export function createChannel(child: WorkerProcess, options: ChannelOptions = {}) {
  const { kill = (): void => void child.kill("SIGKILL"), pingEveryMs = PING_EVERY_MS } = options;
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let stderr = "";
  let failure: RunnerError | undefined;

  const fail = (message: string, cause?: unknown): void => {
    failure ??= new RunnerError({
      code: "cell.failed",
      message: `The cell's worker failed: ${message}${stderr.trim() === "" ? "" : ` Its last output: ${stderr.trim()}`}`,
      hint: "Run again; if it happens again, try the last command by hand.",
      cause,
    });
    for (const call of pending.values()) call.reject(failure);
    pending.clear();
    if (child.exitCode === null && child.signalCode === null) kill();
  };

  const receive = (line: string): void => {
    const frame = parseReply(line);
    if (frame === undefined) return fail(`it sent a line that is no reply: ${line.slice(0, 200)}`);
    if (frame.id === PING_ID) return;
    const call = pending.get(frame.id);
    if (call === undefined) return fail(`it answered a request that is not open: ${frame.id}`);
    if ("cancelled" in frame && call.signal?.aborted !== true) {
      return fail(`it cancelled a request that it was not asked to cancel: ${frame.id}`);
    }
    pending.delete(frame.id);
    if ("ok" in frame) call.resolve(frame.ok as never);
    else if ("cancelled" in frame) call.reject(call.signal?.reason);
    else call.reject(new RunnerError(frame.error));
  };

  const send = (frame: RequestFrame): void => void child.stdin.write(`${JSON.stringify(frame)}\n`);
  // Missed pings are counted, not seconds: after a suspended machine wakes up, one timer fires and the answer is read before the next.
  let unanswered = 0;
  let mayMiss = Math.max(UNANSWERED_PINGS, Math.ceil(FIRST_ANSWER_MS / pingEveryMs));
  const heartbeat = setInterval(() => {
    if (pending.size === 0) unanswered = 0;
    else if (unanswered === mayMiss) {
      const silentMs = unanswered * pingEveryMs;
      fail(`it has not answered for ${silentMs / 1000} s. It was stopped (SIGSTOP), or its disk hangs.`);
    } else {
      unanswered += 1;
      send({ id: PING_ID, op: "ping" });
    }
  }, pingEveryMs).unref();
  const lines = createLineReader(receive, () => fail("it sent a line without end."));
  child.stdout.on("data", (chunk: Buffer) => {
    mayMiss = UNANSWERED_PINGS;
    unanswered = 0;
    lines.push(chunk);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-STDERR_TAIL_CHARS);
  });
  child.stdin.on("error", () => undefined); // The exit that caused it is reported instead.
  const ended = new Promise<void>((done) => {
    const end = (message: string, cause?: unknown): void => {
      clearInterval(heartbeat);
      fail(message, cause);
      done();
    };
    child.once("error", (error) => end(`it could not be started: ${error.message}.`, error));
    child.once("close", (code, signal) => end(`it ended with ${signal ?? `exit code ${code}`}.`));
  });

  return {
    /** The process that was started: the worker, or a program above it. */
    pid: child.pid,
    /** Why no request can be answered any more; undefined while the worker lives. */
    failure: (): RunnerError | undefined => failure,
    /** Resolves when the process has ended and its pipes are closed. */
    ended,
    /** The end of the worker's or bwrap's standard error. */
    stderrTail: (): string => stderr.trim(),
    call: async <O extends Operation>(
      op: O,
      args: Operations[O]["args"],
      signal?: AbortSignal,
    ): Promise<Operations[O]["reply"]> => {
      signal?.throwIfAborted();
      if (failure !== undefined) throw failure;
      const id = nextId;
      nextId += 1;
      let timer: NodeJS.Timeout | undefined;
      const cancel = (): void => {
        send({ id, op: "cancel" });
        timer = setTimeout(() => fail(`it did not stop ${op} within ${CANCEL_TIMEOUT_MS} ms.`), CANCEL_TIMEOUT_MS);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      try {
        const effect = EFFECT_OF[op];
        if (effect !== undefined) crashAt(`${effect}.before`);
        const { promise, resolve, reject } = Promise.withResolvers<Operations[O]["reply"]>();
        pending.set(id, { resolve, reject, signal });
        send({ id, op, args } as RequestFrame);
        const reply = await promise;
        if (effect !== undefined) crashAt(`${effect}.after`);
        return reply;
      } catch (error) {
        signal?.throwIfAborted(); // the reason of the cancellation counts before the worker's error
        throw error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
      }
    },
    /** Lets the worker clean up and exit. Kills it when that takes too long. */
    close: async (): Promise<void> => {
      child.stdin.end();
      const timers = [
        setTimeout(kill, CLOSE_TIMEOUT_MS),
        // A process that hangs in the kernel may keep the pipes; it is not waited for.
        setTimeout(() => [child.stdout, child.stderr].forEach((pipe) => pipe.destroy()), 2 * CLOSE_TIMEOUT_MS),
      ];
      await ended;
      timers.forEach(clearTimeout);
    },
  };
}

function parseReply(line: string): ReplyFrame | undefined {
  const frame = parseJson(line);
  if (typeof frame !== "object" || frame === null || typeof member(frame, "id") !== "number") return undefined;
  const isReply = "ok" in frame || "cancelled" in frame || ("error" in frame && isWorkerError(frame.error));
  return isReply ? (frame as ReplyFrame) : undefined;
}

/** The worker cannot choose the outcome of a run: of all codes it may only send its own. */
function isWorkerError(error: unknown): boolean {
  const hint = member(error, "hint");
  return (
    WORKER_ERROR_CODES.some((code) => code === member(error, "code")) &&
    typeof member(error, "message") === "string" &&
    (hint === undefined || typeof hint === "string")
  );
}
