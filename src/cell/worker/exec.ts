/** Runs a command and waits for its end, or until it goes on in the background. */

import type { ExecReply, ExecRequest } from "../../protocol/cell.ts";
import type { Background } from "./background.ts";
import { CANCEL_GRACE_MS, startCommand, type CommandEnd, type CommandHost, type RunningCommand } from "./command.ts";
import { settlesWithin } from "./settles.ts";

export interface ExecHost extends CommandHost {
  readonly background: Pick<Background, "adopt">;
  /** The commands that are waited for, in the order of their starts. */
  readonly waitedFor: Set<RunningCommand>;
}

/** Runs one command. When cancelled, it rejects with the signal's reason after the group has ended. */
export async function exec(request: ExecRequest, host: ExecHost, signal: AbortSignal): Promise<ExecReply> {
  const { timeoutMs, goesOnForMs = timeoutMs } = request;
  const command = await startCommand({ ...request, timeoutMs: goesOnForMs }, host);
  const cancel = (): void => command.stop(CANCEL_GRACE_MS);
  host.waitedFor.add(command);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (signal.aborted) cancel();
    let end: CommandEnd | undefined;
    let background: string | undefined;
    if (goesOnForMs > timeoutMs && !(await settlesWithin(command.ended, timeoutMs, signal)) && !signal.aborted) {
      background = host.background.adopt(request, command);
      if (background === undefined) command.expire();
      else end = { code: null, signal: null, timedOut: true, durationMs: timeoutMs };
    }
    end ??= await command.ended;
    signal.throwIfAborted();
    const { text, droppedBytes } = command.output();
    return { output: text, droppedBytes, ...end, background };
  } finally {
    host.waitedFor.delete(command);
    signal.removeEventListener("abort", cancel);
  }
}
