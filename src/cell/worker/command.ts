/** One command in its own process group. What keeps its output pipe after its end gets a tenth of a second more. */

import { spawn, type ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import type { ExecReply, ExecRequest } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import { endGroup, type Groups } from "./groups.ts";
import { openInput, readAll, type OutputPipe } from "./command-stdio.ts";
import { inputError } from "./errors.ts";
import { namesBelow } from "./locate.ts";
import { openFolder } from "./open-judged.ts";
import { createOutputWindow, type OutputWindow } from "./output-window.ts";
import { settlesWithin } from "./settles.ts";
import type { Watch } from "./watch/watch.ts";

export interface CommandHost {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** The worker's own folder. */
  readonly inputDir: string;
  readonly openPipe: () => Promise<OutputPipe>;
  readonly groups: Groups;
  readonly watch: Watch;
}

export interface RunningCommand {
  /** Relative to the workspace. */
  readonly cwd: string;
  /** Its process group; undefined where it did not start. */
  readonly group: number | undefined;
  /** By the monotonic clock. */
  readonly startedAt: number;
  /** Resolves when the command has ended and its output is complete. Never rejects. */
  readonly ended: Promise<CommandEnd>;
  readonly output: OutputWindow["read"];
  readonly outputSoFar: OutputWindow["outputSoFar"];
  /** Ends the process group with INT, TERM and KILL, with this time between them. */
  readonly stop: (graceMs: number) => void;
  /** Ends the process group because the time of the command is over. */
  readonly expire: () => void;
}

export type CommandEnd = Pick<ExecReply, "code" | "signal" | "timedOut" | "durationMs" | "endedRest">;

/** Time between INT, TERM and KILL, in which a test runner can print its results. Kimi CLI's number. */
export const STOP_GRACE_MS = 2000;
/** The same after a cancel, which must end the whole run within 5 s. */
export const CANCEL_GRACE_MS = 500;
/** Time in which a grandchild may keep the pipe after the command has ended. */
export const PIPE_GRACE_MS = 100;

export type ProcessEnd = Pick<ExecReply, "code" | "signal">;

/** Resolves when a process has ended. One that could not be started has the shell's code and words for that. */
export async function endOfProcess(
  child: ChildProcess,
  file: string,
  say: (words: Buffer) => void,
): Promise<ProcessEnd> {
  return await new Promise((done) => {
    child.once("exit", (code, signal) => done({ code, signal }));
    child.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? "command not found" : error.message;
      say(Buffer.from(`${file}: ${why}\n`));
      done({ code: 127, signal: null });
    });
  });
}

/** Starts a command. Throws `workspace.file` for a wrong folder and `tool.input` for a command that cannot be started. */
export async function startCommand(request: ExecRequest, host: CommandHost): Promise<RunningCommand> {
  const cwd = namesBelow(host.root, request.cwd).join("/") || ".";
  using folder = openFolder(host.root, cwd);
  const { cpuSeconds } = request;
  const asked = programOf(request.command);
  const program: Program =
    cpuSeconds === undefined ? asked : ["/usr/bin/prlimit", `--cpu=${cpuSeconds}`, "--", ...asked];
  const pipe = await host.openPipe();
  const startedAt = performance.now();
  const window = createOutputWindow(request.maxOutputBytes);
  const child = start(program, { ...host, cwd: folder.path, pipe, input: request.input });
  const reader = readAll(pipe.readFd, window.push);
  const group = child.pid;
  if (group !== undefined) host.groups.add(group);
  let isOver = false;
  let stopped = false;
  let timedOut = false;
  const ending = endOfProcess(child, program[0], window.push);
  const stop = (graceMs: number): void => {
    if (isOver || group === undefined) return;
    stopped = true;
    void endGroup(group, graceMs, ending);
  };
  const leave = host.watch.enter(group, (why) => {
    stopped = true;
    window.push(Buffer.from(`\n[ended by the runner: ${why}]\n`));
  });
  const expire = (): void => {
    timedOut = true;
    stop(STOP_GRACE_MS);
  };
  const timer = setTimeout(expire, request.timeoutMs);

  const finish = async (): Promise<CommandEnd> => {
    const { code, signal } = await ending;
    isOver = true;
    clearTimeout(timer);
    leave();
    // After a stop no process of the group may stay. After an ordinary end a server in the background may.
    if (group !== undefined && stopped) host.groups.kill(group);
    let drained = await settlesWithin(reader.ended, PIPE_GRACE_MS);
    let endedRest = false;
    if (!drained && group !== undefined) {
      host.groups.kill(group);
      drained = await settlesWithin(reader.ended, PIPE_GRACE_MS);
      endedRest = drained && !stopped;
    }
    reader.close();
    pipe.release(drained);
    if (group !== undefined) host.groups.settle(group);
    return { code, signal, timedOut, ...(endedRest && { endedRest }), durationMs: performance.now() - startedAt };
  };
  const { read: output, outputSoFar } = window;
  return { cwd, group, startedAt, ended: finish(), output, outputSoFar, stop, expire };
}

type Program = readonly [file: string, ...args: string[]];

function programOf(command: ExecRequest["command"]): Program {
  if (typeof command === "string") return ["bash", "--noprofile", "--norc", "-c", command];
  const [file, ...args] = command;
  if (file === undefined) throw inputError("The command is empty.", "Give at least a program.");
  return [file, ...args];
}

interface StartOptions extends Pick<CommandHost, "env" | "inputDir"> {
  readonly cwd: string;
  readonly pipe: OutputPipe;
  readonly input: string | undefined;
}

/** Starts the command in its own process group, so that a signal reaches all its processes. */
function start([file, ...args]: Program, { cwd, env, pipe, inputDir, input }: StartOptions): ChildProcess {
  let inputFd: number | undefined;
  try {
    if (input !== undefined) inputFd = openInput(inputDir, input);
    return spawn(file, args, { cwd, env, stdio: [inputFd ?? "ignore", pipe.writeFd, pipe.writeFd], detached: true });
  } catch (cause) {
    closeSync(pipe.readFd);
    pipe.release(true);
    if (cause instanceof RunnerError) throw cause;
    // Linux takes 128 KiB per argument, and no NUL.
    const message = `The command cannot be started: ${cause instanceof Error ? cause.message : String(cause)}.`;
    const hint = "Keep it under 128 KiB and free of NUL characters; write long text to a file first.";
    throw inputError(message, hint, cause);
  } finally {
    closeSync(pipe.writeFd);
    if (inputFd !== undefined) closeSync(inputFd);
  }
}
