/** Starts the process of a task and reads its messages. Each task has a process of its own, so that its memory is freed at its end. */

import { spawn } from "node:child_process";
import { extname, join, dirname } from "node:path";
import { createInterface } from "node:readline";
import { parseJson } from "../../base/member.ts";
import { identityOf } from "../../base/process-identity.ts";
import type { World } from "../../run/open/request.ts";
import type { StepMessage, TaskMessage, TaskRequest } from "./task-messages.ts";

export interface TaskEnd {
  /** Its last message; undefined where it died without one. */
  readonly last: Exclude<TaskMessage, { type: "step" }> | undefined;
  /** `exit 1`, `SIGKILL`. */
  readonly how: string;
  /** The end of what it printed on standard error. */
  readonly said: string;
}

const MAX_SAID_CHARS = 2_000;

/** Starts the process in a group of its own: an interrupt at the terminal reaches the batch, which decides what its tasks do. */
export function startTask(world: World, onStep: (message: StepMessage) => void) {
  const child = spawn(world.nodePath, [programOf(world), "batch-task"], {
    cwd: world.cwd,
    env: environmentOf(world.env),
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  let last: TaskEnd["last"];
  child.stdin.on("error", () => {}); // the process died before it read its task, which `ended` says
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-MAX_SAID_CHARS)));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parseJson(line) as TaskMessage | undefined; // undefined for a line that a package prints
    if (message?.type === "step") onStep(message);
    else last = message ?? last;
  });
  const ended = new Promise<TaskEnd>((resolve) => {
    child.once("error", (error) => resolve({ last, how: error.message, said }));
    child.once("close", (code, signal) => resolve({ last, how: signal ?? `exit ${code}`, said }));
  });
  return {
    identity: identityOf(child.pid ?? 0),
    /** Sends it its task. Nothing can be paid before. */
    begin: (request: TaskRequest) => void child.stdin.write(`${JSON.stringify(request)}\n`),
    /** Ends its input, which stops it. Its work is saved. */
    stop: () => void child.stdin.end(),
    kill: () => void child.kill("SIGKILL"),
    ended,
  };
}

/** The entry of the command line, which lies beside that of the worker, also in the action. */
function programOf({ workerPath }: World): string {
  return join(dirname(workerPath), `cli${extname(workerPath)}`);
}

/** Leaves out the inputs of the action and the keys of its services. The request has all that a task needs, and GitHub's token is not in it. */
function environmentOf(env: World["env"]): Record<string, string | undefined> {
  const isOfAction = (name: string): boolean => /^(?:INPUT_|ACTIONS_(?:RUNTIME|RESULTS|ID_TOKEN|CACHE))/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOfAction(name)));
}
