/** The process of one task: a run that the process of the batch asks for. It uses no shared money. */

import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { plainText } from "../../base/plain-text.ts";
import { createRedact } from "../../base/redact.ts";
import { isFullDisk, systemReason } from "../../base/system-error.ts";
import { RunnerError } from "../../protocol/error.ts";
import { outcomeOfError } from "../../run/end/outcome.ts";
import { resumeRun } from "../../run/resume.ts";
import { startRun } from "../../run/run.ts";
import { answersOf } from "../../run/local-answers.ts";
import type { RunHooks, RunHost } from "../../run/agent/run-parts.ts";
import type { World } from "../../run/open/request.ts";
import { withSignals } from "../../run/open/stopper.ts";
import { secretsOf } from "../../run/open/secrets.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import { requirePolicyOf } from "../plan/plan-policy.ts";
import type { TaskMessage, TaskRequest } from "./task-messages.ts";

/** Time after which a task that was told to stop is ended, so that it does not outlive the batch. Saving takes less than 5 s. */
const LAST_MS = 20_000;

/** Runs the task that `input` asks for, to its end. An error becomes a message to the batch. */
export async function runTask(input: Readable, world: World): Promise<number> {
  // The run must print nothing between the messages. Its bundle has what it says.
  const quiet: World = { ...world, out: () => {} };
  return await withSignals(quiet, async (stopper) => {
    const request = await readRequest(input, () => {
      stopper.stop("The batch was stopped.");
      setTimeout(() => process.exit(1), LAST_MS).unref();
    });
    if (request === undefined) return 0; // the batch ended before it had a task for this process
    const tell = (message: TaskMessage): void => world.out(`${JSON.stringify(message)}\n`);
    try {
      await runOrResume(request, { world: quiet, stopper, hooks: hooksOf(request, tell) });
      tell({ type: "ended" });
    } catch (error) {
      const redact = createRedact(secretsOf(world.env, request.settings.model.apiKey));
      const { outcome, reason } = outcomeOfError(error);
      const code = error instanceof RunnerError ? error.code : isFullDisk(error) ? "session.write" : "";
      const cause = code === "session.write" ? systemReason((error as Error).cause ?? error) : undefined;
      tell({ type: "refused", code, outcome, reason: plainText(redact(cause ?? reason)) });
    } finally {
      input.destroy(); // an open pipe would keep the process alive
    }
    return 0;
  });
}

async function runOrResume(request: TaskRequest, host: RunHost): Promise<void> {
  const { settings, bundleDir } = request;
  switch (request.kind) {
    case "start": {
      const { prompt, checks, sessionId, trusted, policyDigest } = request;
      await startRun({ ...settings, task: { prompt, checks }, trusted, policyDigest, sessionId, bundleDir }, host);
      return;
    }
    case "resume": {
      const workbench = { ...settings.workbench, cwd: request.cwd };
      const answers: Parameters<typeof resumeRun>[0]["answers"] = (held) => answersOf(request.answers, held);
      await resumeRun({ ...settings, workbench, bundleDir, answers }, host);
      return;
    }
  }
}

function hooksOf(request: TaskRequest, tell: (message: TaskMessage) => void): RunHooks {
  let costUsd = (): number => 0;
  return {
    openStore: async () => NO_LEDGER,
    opened: ({ session }) => {
      costUsd = () => session.state().spent.costUsd;
    },
    admit: async ({ policy }) => {
      if (request.kind === "start") requirePolicyOf(request, policy);
    },
    sinks: [
      {
        name: "batch",
        write: async ({ event }) => {
          if (event.type === "step.begin") tell({ type: "step", step: event.step, costUsd: costUsd() });
        },
      },
    ],
  };
}

/** The batch has reserved the money of all its tasks in the ledger, so a task reserves nothing. */
const NO_LEDGER: LedgerStore = {
  owner: {},
  change: async (edit) => edit([]).result,
  mayBeLost: () => false,
  lastCost: async () => "unknown",
};

/** The first line of `input`; undefined where it ends without a line. `onEnd` is called when it ends after the line. */
async function readRequest(input: Readable, onEnd: () => void): Promise<TaskRequest | undefined> {
  const lines = createInterface({ input });
  const closed = once(lines, "close");
  const [line]: unknown[] = await Promise.race([once(lines, "line"), closed]);
  if (typeof line !== "string") return undefined;
  void closed.then(onEnd);
  return JSON.parse(line) as TaskRequest; // from this program
}
