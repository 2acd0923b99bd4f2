/** Processes that exchange lines with the controller, such as MCP servers. Reading pauses while too many lines wait for it. */

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createLineReader, type WorkerOperations } from "../process/frames.ts";
import type { TalkEnd, TalkReply, TalkRequest } from "../../protocol/cell.ts";
import { MARKER_NAME } from "../process/strays.ts";
import { CANCEL_GRACE_MS, endOfProcess, PIPE_GRACE_MS, type CommandHost } from "./command.ts";
import { inputError } from "./errors.ts";
import { endGroup } from "./groups.ts";
import { openFolder } from "./open-judged.ts";
import { settlesWithin } from "./settles.ts";

export interface Talks extends Pick<WorkerOperations, "startTalk" | "readTalk" | "writeTalk" | "stopTalk"> {
  /** The process groups, and whether each belongs to a program of this project. */
  readonly groups: () => ReadonlyMap<number, boolean>;
  /** Resolves when none is running. */
  readonly settled: () => Promise<void>;
}

/** A picture of 12 MB in base64. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Waiting characters at which reading pauses. One more line may still arrive. */
const MAX_WAITING_CHARS = 4 * 1024 * 1024;
/** What an empty line costs in memory and in a frame, in characters. */
const LINE_COST_CHARS = 64;
/** Enough for a stack trace. */
const STDERR_BYTES = 4000;

/** The processes of one worker that exchange lines. Their ids are random, because later workers must not give them out again. */
export function createTalks(host: CommandHost): Talks {
  const talks = new Map<string, Talk>();
  const find = (id: string): Talk => {
    const talk = talks.get(id);
    if (talk !== undefined) return talk;
    const hint = talks.size === 0 ? "None was started." : `There are: ${[...talks.keys()].join(", ")}.`;
    throw inputError(`There is no process ${JSON.stringify(id)}.`, hint);
  };
  return {
    startTalk(request) {
      const id = randomUUID();
      talks.set(id, createTalk(request, host));
      return { id };
    },
    readTalk: async ({ id }, signal) => await find(id).read(signal),
    writeTalk: async ({ id, line }, signal) => await find(id).write(line, signal),
    stopTalk: async ({ id }) => await find(id).stop(),
    groups: () =>
      new Map([...talks.values()].flatMap(({ group, isOwn }) => (group === undefined ? [] : [[group, isOwn]]))),
    settled: async () => void (await Promise.all([...talks.values()].map(({ ended }) => ended))),
  };
}

type Talk = ReturnType<typeof createTalk>;

function createTalk(request: TalkRequest, host: CommandHost) {
  const child = start(request, host);
  const { pid: group, stdin, stdout, stderr } = child;
  if (group !== undefined) host.groups.add(group);
  let lines: string[] = [];
  let waitingChars = 0;
  let end: TalkEnd | undefined;
  let problem: string | undefined;
  let maxWaitingChars = MAX_WAITING_CHARS;
  let wake = (): void => {};

  const leave = host.watch.enter(group, (why) => (problem ??= why));
  let stderrTail = Buffer.alloc(0);
  const keepTail = (chunk: Uint8Array): void => {
    stderrTail = Buffer.concat([stderrTail, chunk.subarray(-STDERR_BYTES)]).subarray(-STDERR_BYTES);
  };
  const reader = createLineReader(
    (line) => {
      lines.push(line);
      waitingChars += line.length + LINE_COST_CHARS;
    },
    () => {
      problem = `it wrote a line of more than ${MAX_LINE_BYTES} bytes`;
      if (group !== undefined) host.groups.kill(group);
    },
    MAX_LINE_BYTES,
  );
  stdout.on("data", (chunk: Buffer) => {
    reader.push(chunk);
    if (waitingChars > maxWaitingChars) stdout.pause();
    wake();
  });
  stderr.on("data", keepTail);
  for (const pipe of [stdin, stdout, stderr]) pipe.on("error", () => {}); // the end of the process is reported instead

  const exit = endOfProcess(child, request.command[0], keepTail);
  const closed = new Promise<void>((done) => child.once("close", () => done()));
  const finish = async (): Promise<TalkEnd> => {
    const { code, signal } = await exit;
    leave();
    // No process of the group may stay after the server has ended.
    if (group !== undefined) host.groups.kill(group);
    // The lines that are still in the pipe, a few hundred kilobytes, are taken without waiting for the controller. There is a bound
    // all the same, because a process that left the group may go on writing.
    maxWaitingChars += MAX_WAITING_CHARS;
    stdout.resume();
    if (!(await settlesWithin(closed, PIPE_GRACE_MS))) for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
    if (group !== undefined) host.groups.settle(group);
    end = { code, signal, stderr: stderrTail.toString("utf8"), ...(problem === undefined ? {} : { problem }) };
    wake();
    await nextTurn(); // a reader gets the end before those who wait for it
    return end;
  };
  const ended = finish();

  const isSilent = (): boolean => lines.length === 0 && end === undefined;
  return {
    /** Undefined where it could not be started. */
    group,
    isOwn: request.isOwn === true,
    ended,
    async read(signal: AbortSignal): Promise<TalkReply> {
      while (isSilent()) {
        await new Promise<void>((done) => {
          wake = done;
          signal.addEventListener("abort", () => done(), { once: true });
        });
        signal.throwIfAborted();
      }
      const said = lines;
      lines = [];
      waitingChars = 0;
      stdout.resume();
      return end === undefined ? { lines: said } : { lines: said, end };
    },
    async write(line: string, signal: AbortSignal): Promise<null> {
      const written = new Promise<void>((done) => stdin.write(`${line}\n`, () => done()));
      const cut = new Promise<void>((done) => signal.addEventListener("abort", () => done(), { once: true }));
      await Promise.race([written, ended, cut]);
      signal.throwIfAborted();
      return null;
    },
    async stop(): Promise<TalkEnd> {
      stdin.end();
      if (group !== undefined && !(await settlesWithin(ended, CANCEL_GRACE_MS))) {
        await endGroup(group, CANCEL_GRACE_MS, ended);
      }
      return await ended;
    },
  };
}

/** Starts the process. The marker comes after the request's variables, which cannot replace it. */
function start({ command: [file, ...args], cwd, env }: TalkRequest, host: CommandHost): ChildProcessWithoutNullStreams {
  using folder = openFolder(host.root, cwd);
  const marker = host.env[MARKER_NAME];
  // Node's pipes are sockets. bash takes a socket on its standard input for a remote login, and reads ~/.bashrc unless
  // SHLVL is set.
  const whole = { ...host.env, SHLVL: "1", ...env, ...(marker === undefined ? {} : { [MARKER_NAME]: marker }) };
  try {
    return spawn(file, args, { cwd: folder.path, env: whole, stdio: ["pipe", "pipe", "pipe"], detached: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const hint = "Keep command, arguments and variables under 128 KiB each and free of NUL characters.";
    throw inputError(`${file} cannot be started: ${why}.`, hint, cause);
  }
}
