/**
 * Running commands: each in a process group of its own, with a wall clock, a bounded output and no standard input. A
 * command is over when its first process is; whoever still holds the pipe then has a tenth of a second.
 */

import { spawn, type ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { ExecReply, ExecRequest } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import { endGroup, type Groups } from "./groups.ts";
import { locate } from "./locate.ts";
import type { OutputPipe, OutputPipes } from "./output-pipes.ts";
import { createOutputWindow } from "./output-window.ts";

export interface ExecHost {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly pipes: OutputPipes;
  readonly groups: Groups;
}

/** Between INT, TERM and KILL after a timeout: long enough for a test runner to print what it has. */
const TIMEOUT_GRACE_MS = 2000;
/** The same after a cancel: somebody waits, and the whole run must be down within 5 s. */
const CANCEL_GRACE_MS = 500;
/** How long a grandchild may keep the pipe once the command itself is over. */
const PIPE_GRACE_MS = 100;
const READ_BUFFER_BYTES = 64 * 1024;

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Set when the program could not be started at all. */
  readonly failure?: NodeJS.ErrnoException;
}

/** Runs one command to its end. Rejects with the signal's reason when cancelled, after the group is gone. */
export async function exec(request: ExecRequest, host: ExecHost, signal: AbortSignal): Promise<ExecReply> {
  const cwd = locate(host.root, request.cwd);
  if (cwd.stats?.isDirectory() !== true) {
    throw new RunnerError({
      code: "workspace.file",
      message: `${request.cwd} is not a folder.`,
      hint: "Name an existing folder.",
    });
  }
  const [file, args] = programOf(request.command);
  const pipe = await host.pipes.open();
  const started = performance.now();
  const window = createOutputWindow(request.maxOutputBytes);
  const child = start(file, args, { cwd: cwd.real, env: host.env, pipe });
  const reader = readAll(pipe.readFd, window.push);
  const ending = new Promise<Ending>((done) => {
    child.once("exit", (code, endSignal) => done({ code, signal: endSignal }));
    child.once("error", (failure) => done({ code: 127, signal: null, failure }));
  });

  const group = child.pid;
  if (group !== undefined) host.groups.add(group);
  let timedOut = false;
  const stop = (graceMs: number): void => {
    if (group !== undefined) void endGroup(group, graceMs, ending);
  };
  const timer = setTimeout(() => {
    timedOut = true;
    stop(TIMEOUT_GRACE_MS);
  }, request.timeoutMs);
  const cancel = (): void => stop(CANCEL_GRACE_MS);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();

  const end = await ending;
  clearTimeout(timer);
  signal.removeEventListener("abort", cancel);
  // Stopped from outside: what the command left behind was not meant to stay. Otherwise a server in the background may.
  if (group !== undefined && (timedOut || signal.aborted)) host.groups.kill(group);
  let drained = await settles(reader.ended, PIPE_GRACE_MS);
  if (!drained && group !== undefined) {
    host.groups.kill(group);
    drained = await settles(reader.ended, PIPE_GRACE_MS);
  }
  reader.close();
  pipe.release(drained);
  if (group !== undefined) host.groups.settle(group);
  signal.throwIfAborted();

  const { text, droppedBytes } = window.finish();
  const output =
    end.failure === undefined
      ? text
      : `${file}: ${end.failure.code === "ENOENT" ? "command not found" : end.failure.message}\n`;
  return {
    output,
    droppedBytes,
    code: end.code,
    signal: end.signal,
    timedOut,
    durationMs: performance.now() - started,
  };
}

function programOf(command: ExecRequest["command"]): readonly [string, readonly string[]] {
  if (typeof command === "string") return ["bash", ["--noprofile", "--norc", "-c", command]];
  const [file, ...args] = command;
  if (file === undefined) {
    throw new RunnerError({
      code: "tool.input",
      message: "A command without words.",
      hint: "Give at least a program.",
    });
  }
  return [file, args];
}

interface StartOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly pipe: OutputPipe;
}

/** A process group of its own, so that a signal reaches everything the command started. */
function start(file: string, args: readonly string[], { cwd, env, pipe }: StartOptions): ChildProcess {
  try {
    return spawn(file, args, { cwd, env, stdio: ["ignore", pipe.writeFd, pipe.writeFd], detached: true });
  } catch (cause) {
    // Linux takes 128 KiB per argument, and no NUL.
    closeSync(pipe.readFd);
    pipe.release(true);
    const message = `The command cannot be started: ${cause instanceof Error ? cause.message : String(cause)}.`;
    const hint = "Keep it under 128 KiB and free of NUL characters; write long text to a file first.";
    throw new RunnerError({ code: "tool.input", message, hint, cause });
  } finally {
    closeSync(pipe.writeFd);
  }
}

interface Reader {
  /** Resolves when every writer has closed the pipe. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Reads through one buffer: a flood of 100 MB then costs no more memory than a line. */
function readAll(fd: number, push: (chunk: Uint8Array) => void): Reader {
  const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES);
  const socket = new Socket({
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer,
      callback: (count) => {
        push(buffer.subarray(0, count));
        return true;
      },
    },
  });
  const ended = new Promise<void>((done) => {
    socket.once("end", done);
    socket.once("error", () => done());
  });
  socket.resume();
  return { ended, close: () => socket.destroy() };
}

async function settles(promise: Promise<void>, withinMs: number): Promise<boolean> {
  const late = new AbortController();
  const winner = await Promise.race([
    promise.then(() => true),
    delay(withinMs, false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  return winner;
}
