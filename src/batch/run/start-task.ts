/** Starts the process of a task, and reads what it tells. One process each: what a run holds in memory goes with it. */

import { spawn } from "node:child_process";
import { extname, join, dirname } from "node:path";
import { createInterface } from "node:readline";
import { parseJson } from "../../base/member.ts";
import { identityOf, type ProcessIdentity } from "../../base/process-identity.ts";
import { headTail } from "../../base/truncate.ts";
import type { World } from "../../run/open/request.ts";
import type { TaskMessage, TaskRequest } from "./task-messages.ts";

export interface TaskProcess {
  readonly identity: ProcessIdentity;
  /** Gives it its task. Nothing can be paid before. */
  readonly begin: (request: TaskRequest) => void;
  /** Stops it with its work saved, by the end of its input. */
  readonly stop: () => void;
  readonly kill: () => void;
  readonly ended: Promise<TaskEnd>;
}

export interface TaskEnd {
  /** Its last words; undefined where it died without. */
  readonly last: Exclude<TaskMessage, { type: "step" }> | undefined;
  /** `exit 1`, `SIGKILL`. */
  readonly how: string;
  /** The end of what it printed on standard error. */
  readonly said: string;
}

const MAX_SAID_CHARS = 2_000;

/** Starts it in a process group of its own: an interrupt at the terminal is for the batch, which decides what its tasks do. */
export function startTask(world: World, onStep: (message: TaskMessage & { type: "step" }) => void): TaskProcess {
  const child = spawn(world.nodePath, [programOf(world), "batch-task"], {
    cwd: world.cwd,
    env: environmentOf(world.env),
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  let last: TaskEnd["last"];
  child.stdin.on("error", () => {}); // a process that died before it read its task; `ended` says so
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-MAX_SAID_CHARS)));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parseJson(line) as TaskMessage | undefined; // from this program; a package of it may print something
    if (message?.type === "step") onStep(message);
    else last = message ?? last;
  });
  const ended = new Promise<TaskEnd>((resolve) => {
    child.once("error", (error) => resolve({ last, how: error.message, said }));
    child.once("close", (code, signal) => {
      const tail = headTail(said, MAX_SAID_CHARS, () => "…");
      resolve({ last, how: signal ?? `exit ${code}`, said: tail });
    });
  });
  return {
    identity: identityOf(child.pid ?? 0),
    begin: (request) => void child.stdin.write(`${JSON.stringify(request)}\n`),
    stop: () => void child.stdin.end(),
    kill: () => void child.kill("SIGKILL"),
    ended,
  };
}

/** The command line's entry, beside the worker's. The action has it too. */
function programOf({ workerPath }: World): string {
  return join(dirname(workerPath), `cli${extname(workerPath)}`);
}

/** Without the action's inputs and the keys of its services: a task has what it needs in its request, and GitHub's token is no part of it. */
function environmentOf(env: World["env"]): Record<string, string | undefined> {
  const isOfAction = (name: string): boolean => /^(?:INPUT_|ACTIONS_(?:RUNTIME|RESULTS|ID_TOKEN|CACHE))/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOfAction(name)));
}
