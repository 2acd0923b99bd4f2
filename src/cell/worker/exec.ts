/** Runs a command and waits for its end. */

import type { ExecReply, ExecRequest } from "../../protocol/cell.ts";
import { CANCEL_GRACE_MS, startCommand, type CommandHost } from "./command.ts";

/** Runs one command to its end. When cancelled, it rejects with the signal's reason after the group has ended. */
export async function exec(request: ExecRequest, host: CommandHost, signal: AbortSignal): Promise<ExecReply> {
  const command = await startCommand(request, host);
  const cancel = (): void => command.stop(CANCEL_GRACE_MS);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const end = await command.ended;
  signal.removeEventListener("abort", cancel);
  signal.throwIfAborted();
  const { text, droppedBytes } = command.output();
  return { output: text, droppedBytes, ...end };
}
