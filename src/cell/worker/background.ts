/** Commands that are waited for, and commands in the background, which stay listed until the cell closes. */

import { oneLine } from "../../base/truncate.ts";
import type { BackgroundCommand, BackgroundReply, ExecRequest } from "../../protocol/cell.ts";
import type { RunnerError } from "../../protocol/error.ts";
import type { WorkerOperations } from "../process/frames.ts";
import {
  CANCEL_GRACE_MS,
  startCommand,
  STOP_GRACE_MS,
  type CommandEnd,
  type CommandHost,
  type RunningCommand,
} from "./command.ts";
import { inputError } from "./errors.ts";
import { createOutputWindow, type OutputWindow } from "./output-window.ts";
import { settlesWithin } from "./settles.ts";
import { listens } from "./watch/census.ts";

/** The commands of one worker, by the operations that concern them. */
export interface Commands extends Pick<
  WorkerOperations,
  "exec" | "outputSoFar" | "startBackground" | "listBackground" | "readBackground" | "stopBackground"
> {
  /** How many were started. */
  readonly started: () => number;
  /** Resolves when none is running in the background. */
  readonly settled: () => Promise<void>;
}

/** Commands at the same time. Kimi CLI's number. */
const MAX_RUNNING = 4;
/** Time for INT, TERM and KILL. A process that still lives hangs in the kernel and is reported as running. */
const STOP_LIMIT_MS = 3 * STOP_GRACE_MS;
/** Output that is kept of a command that has ended, because a run may have many of them. Kimi CLI's number. */
const MAX_ENDED_BYTES = 30_000;
/** Enough of a command to recognise it. */
const NAME_CHARS = 60;

/** A command without its read buffer, which is freed at the end. */
interface Entry extends Omit<BackgroundCommand, "state" | "durationMs"> {
  readonly startedAt: number;
  readonly output: RunningCommand["output"];
  readonly now:
    | { readonly kind: "running"; readonly command: RunningCommand }
    | ({ readonly kind: "ended" } & CommandEnd);
}

/** `used` is the number of ids that earlier workers have given out. */
export function createCommands(host: CommandHost, used: number): Commands {
  const entries = new Map<string, Entry>();
  /** In the order of their starts. */
  const waitedFor = new Set<RunningCommand>();
  let starting = 0;
  let started = 0;
  const running = (): Entry[] => [...entries.values()].filter(({ now }) => now.kind === "running");
  const find = (id: string): Entry => {
    const entry = entries.get(id);
    if (entry !== undefined) return entry;
    const known = [...entries.keys()].join(", ");
    const hint = known === "" ? "None was started in this run." : `There are: ${known}.`;
    throw inputError(`There is no background command ${JSON.stringify(id)}.`, hint);
  };

  const keep = ({ command: asked }: ExecRequest, command: RunningCommand): string => {
    const id = `bg${used + entries.size + 1}`;
    const text = typeof asked === "string" ? asked : asked.join(" ");
    const entry = { id, command: text, cwd: command.cwd, startedAt: command.startedAt, output: command.output };
    entries.set(id, { ...entry, now: { kind: "running", command } });
    void command.ended.then((end) =>
      entries.set(id, { ...entry, output: endOf(command.output()), now: { kind: "ended", ...end } }),
    );
    return id;
  };

  return {
    /** When cancelled, it rejects with the signal's reason after the group has ended. */
    async exec(request, signal) {
      started += 1;
      const { timeoutMs, goesOnForMs = timeoutMs } = request;
      const command = await startCommand({ ...request, timeoutMs: goesOnForMs }, host);
      const cancel = (): void => command.stop(CANCEL_GRACE_MS);
      waitedFor.add(command);
      signal.addEventListener("abort", cancel, { once: true });
      try {
        if (signal.aborted) cancel();
        let end: CommandEnd | undefined;
        let background: string | undefined;
        if (goesOnForMs > timeoutMs && !(await settlesWithin(command.ended, timeoutMs, signal)) && !signal.aborted) {
          if (running().length + starting >= MAX_RUNNING) command.expire();
          else {
            background = keep(request, command);
            end = { code: null, signal: null, timedOut: true, durationMs: timeoutMs };
          }
        }
        end ??= await command.ended;
        signal.throwIfAborted();
        const { text, droppedBytes } = command.output();
        return { output: text, droppedBytes, ...end, background };
      } finally {
        waitedFor.delete(command);
        signal.removeEventListener("abort", cancel);
      }
    },
    outputSoFar: ({ from }) => [...waitedFor][0]?.outputSoFar(from) ?? null,
    async startBackground(request, signal) {
      started += 1;
      const busy = running();
      if (busy.length + starting >= MAX_RUNNING) throw tooMany(busy);
      starting += 1;
      const command = await startCommand(request, host).finally(() => (starting -= 1));
      const id = keep(request, command);
      if (signal.aborted) command.stop(CANCEL_GRACE_MS); // the caller does not get its id
      return { id };
    },
    listBackground: () => [...entries.values()].map(factsOf),
    async readBackground({ id, waitMs }, signal) {
      const { now } = find(id);
      if (now.kind === "running" && waitMs > 0) await settlesWithin(now.command.ended, waitMs, signal);
      signal.throwIfAborted();
      return replyOf(find(id));
    },
    async stopBackground({ id }, signal) {
      const { now } = find(id);
      if (now.kind === "running") {
        now.command.stop(STOP_GRACE_MS);
        await settlesWithin(now.command.ended, STOP_LIMIT_MS, signal);
      }
      signal.throwIfAborted();
      return replyOf(find(id));
    },
    started: () => started,
    async settled() {
      await Promise.all(running().map(async ({ now }) => now.kind === "running" && (await now.command.ended)));
    },
  };
}

/** The output of a command that has ended, cut to what is kept of it. */
function endOf({ text, droppedBytes }: ReturnType<OutputWindow["read"]>): OutputWindow["read"] {
  const window = createOutputWindow(MAX_ENDED_BYTES);
  window.push(Buffer.from(text));
  const kept = window.read();
  return () => ({ text: kept.text, droppedBytes: droppedBytes + kept.droppedBytes });
}

function factsOf({ id, command, cwd, startedAt, now }: Entry): BackgroundCommand {
  if (now.kind === "running") {
    const { group } = now.command;
    const isServer = group !== undefined && listens(group);
    const state = { kind: "running", ...(isServer ? { listens: true as const } : {}) } as const;
    return { id, command, cwd, state, durationMs: performance.now() - startedAt };
  }
  const { durationMs, endedRest: _, ...state } = now;
  return { id, command, cwd, state, durationMs };
}

function replyOf(entry: Entry): BackgroundReply {
  const { text, droppedBytes } = entry.output();
  return { ...factsOf(entry), output: text, droppedBytes };
}

function tooMany(busy: readonly Entry[]): RunnerError {
  const names = busy.map(({ id, command }) => `${id} (${oneLine(command, NAME_CHARS)})`).join(", ");
  const message = `${MAX_RUNNING} background commands are running already: ${names}.`;
  return inputError(message, "Stop one of them, or wait for one to end.");
}
