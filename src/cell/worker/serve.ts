/** The worker's loop: reads requests, runs them and replies. It has no secrets and makes no decisions. */

import { getPriority, setPriority } from "node:os";
import type { Activity } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import { groupOf, MARKER_NAME } from "../process/strays.ts";
import {
  createLineReader,
  WORKER_ERROR_CODES,
  type Hello,
  type ReplyFrame,
  type RequestFrame,
  type WorkerOperations,
} from "../process/frames.ts";
import { createCommands } from "./background.ts";
import type { CommandHost } from "./command.ts";
import { createOutputPipes } from "./command-stdio.ts";
import { confirmLines } from "./confirm-lines.ts";
import { createGroups } from "./groups.ts";
import { listFolder } from "./list.ts";
import { forwardAll, writeClientFiles } from "./network.ts";
import { runProbes } from "./probes.ts";
import { readFile, resolvePath } from "./read-file.ts";
import { replaceMatches } from "./replace-matches.ts";
import { createSweep, type Sweep } from "./sweep.ts";
import { createTalks } from "./talk.ts";
import { createReaper, createWatch } from "./watch/watch.ts";
import { writeFile } from "./write-file.ts";

export interface ServeOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Environment of every command. */
  readonly env: NodeJS.ProcessEnv;
  readonly exit: (code: number) => void;
}

/** A request that takes time. */
type Asked = Exclude<RequestFrame, { op: "cancel" | "ping" }>;

/** Serves until the input ends, then kills the remaining processes and exits. The first request must be `hello`. */
export function serve({ input, output, env, exit }: ServeOptions): void {
  const groups = createGroups();
  const running = new Map<number, AbortController>();
  let sweep: Sweep | undefined;
  let work: WorkerOperations | undefined;

  const end = (code: number): void => {
    sweep?.kill();
    exit(code);
  };
  const send = (frame: ReplyFrame): void => void output.write(`${JSON.stringify(frame)}\n`);

  const greet = async (args: Hello): Promise<unknown> => {
    const { root, pipeDir } = args;
    process.chdir(root);
    sweep = createSweep(args, groups, env[MARKER_NAME]);
    const { kill, countsProcesses } = sweep;
    const folders = [root, ...(args.disks ?? [])];
    const { ceilings } = args;
    const reap = createReaper(args.reaper);
    const watch = createWatch({ ceilings, folders, countsProcesses, reap, strike: kill, killGroup: groups.kill });
    const openPipe = createOutputPipes(pipeDir);
    work = createWork({ root, env, inputDir: pipeDir, openPipe, groups, watch }, sweep, args.used);
    return args.bait === undefined
      ? []
      : await runProbes(root, args.bait, { dir: pipeDir, variables: Object.keys(env) });
  };
  const carryOut = async (request: Asked, signal: AbortSignal): Promise<unknown> => {
    if (request.op === "hello") return await greet(request.args);
    if (work === undefined) throw new Error("the first request must be hello");
    const carry = work[request.op] as (args: unknown, signal: AbortSignal) => unknown;
    return await carry(request.args, signal);
  };
  const answer = async (request: Asked): Promise<void> => {
    const controller = new AbortController();
    running.set(request.id, controller);
    try {
      send({ id: request.id, ok: await carryOut(request, controller.signal) });
    } catch (error) {
      send(
        controller.signal.aborted ? { id: request.id, cancelled: true } : { id: request.id, error: describe(error) },
      );
    } finally {
      running.delete(request.id);
    }
  };

  const lines = createLineReader(
    (line) => {
      const request = JSON.parse(line) as RequestFrame;
      if (request.op === "ping") send({ id: request.id, ok: null });
      else if (request.op === "cancel") running.get(request.id)?.abort();
      else void answer(request);
    },
    () => end(1),
  );
  input.on("data", (chunk: Buffer) => lines.push(chunk));
  input.on("end", () => end(0));
  // The controller died during a reply.
  output.on("error", () => end(1));
}

function createWork(host: CommandHost, sweep: Sweep, used = 0): WorkerOperations {
  const { root, env } = host;
  const { started, settled, ...commands } = createCommands(host, used);
  const { groups, settled: talksSettled, ...talks } = createTalks(host);
  return {
    ...commands,
    ...talks,
    resolve: ({ path }) => resolvePath(root, path),
    readFile: (args) => readFile(root, args),
    writeFile: (args) => writeFile(root, args),
    list: async (args, signal) => await listFolder(root, args, env, signal),
    confirmLines: ({ lines, ...around }) => confirmLines(root, lines, around),
    replaceMatches,
    async openNetwork({ forwards, env: variables, files }) {
      await forwardAll(forwards);
      for (const [name, value] of Object.entries(variables)) env[name] ??= value; // a variable of the policy stays
      writeClientFiles(files, root, env);
      return null;
    },
    setCeilings({ ceilings, nice }) {
      host.watch.set(ceilings);
      lowerPriority(nice);
      return null;
    },
    async killAll() {
      await sweep.all();
      await Promise.all([settled(), talksSettled()]);
      return null;
    },
    activity: () => ({ ...activityOf(sweep.living(), groups()), started: started() }),
  };
}

/** The kinds of processes that run. A process that left the group of its server counts as a command. */
function activityOf(
  living: readonly number[],
  talks: ReadonlyMap<number, boolean>,
): Pick<Activity, "commands" | "servers"> {
  const groups = living.flatMap((pid) => groupOf(pid) ?? []);
  return {
    commands: groups.some((group) => !talks.has(group)),
    servers: groups.some((group) => talks.get(group) === false),
  };
}

/** Lowers this process's priority, which commands inherit. A lower one stays, because only root may raise it. */
function lowerPriority(nice = 0): void {
  if (getPriority() < nice) setPriority(nice);
}

/** The error of a reply. Errors of the file system become `workspace.file`, because the request named the file. */
function describe(error: unknown): Extract<ReplyFrame, { error: unknown }>["error"] {
  if (error instanceof RunnerError) {
    const known = WORKER_ERROR_CODES.find((one) => one === error.code);
    return { code: known ?? "cell.failed", message: error.message, hint: error.hint };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? { code: "cell.failed", message } : { code: "workspace.file", message: `${message}.` };
}
