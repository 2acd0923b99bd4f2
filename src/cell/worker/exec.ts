/** Runs a command and waits for its end, or until it goes on in the background. */

import type { ExecReply, ExecRequest } from "../../protocol/cell.ts";
import type { Background } from "./background.ts";
import { CANCEL_GRACE_MS, startCommand, type CommandHost, type RunningCommand } from "./command.ts";
import { settlesWithin } from "./settles.ts";

export interface ExecHost extends CommandHost {
  readonly background: Pick<Background, "adopt">;
  /** The commands that are waited for, in the order of their starts. */
  readonly waitedFor: Set<RunningCommand>;
}

/** Runs one command. When cancelled, it rejects with the signal's reason after the group has ended. */
export async function exec(request: ExecRequest, host: ExecHost, signal: AbortSignal): Promise<ExecReply> {
  const command = await startCommand({ ...request, timeoutMs: request.goesOnForMs ?? request.timeoutMs }, host);
  host.waitedFor.add(command);
  try {
    return await waitFor(command, request, host, signal);
  } finally {
    host.waitedFor.delete(command);
  }
}

async function waitFor(
  command: RunningCommand,
  request: ExecRequest,
  host: ExecHost,
  signal: AbortSignal,
): Promise<ExecReply> {
  const { timeoutMs, goesOnForMs = timeoutMs } = request;
  const cancel = (): void => command.stop(CANCEL_GRACE_MS);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  if (goesOnForMs > timeoutMs && !(await settlesWithin(command.ended, timeoutMs, signal)) && !signal.aborted) {
    const background = host.background.adopt(request, command);
    if (background !== undefined) {
      signal.removeEventListener("abort", cancel);
      const { text, droppedBytes } = command.output();
      return {
        output: text,
        droppedBytes,
        code: null,
        signal: null,
        timedOut: true,
        durationMs: timeoutMs,
        background,
      };
    }
    command.expire();
  }
  const end = await command.ended;
  signal.removeEventListener("abort", cancel);
  signal.throwIfAborted();
  const { text, droppedBytes } = command.output();
  return { output: text, droppedBytes, ...end };
}
