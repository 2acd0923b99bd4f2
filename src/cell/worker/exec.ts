/** Running a command and waiting for its end. */

import type { ExecReply, ExecRequest } from "../../protocol/cell.ts";
import { CANCEL_GRACE_MS, startCommand, type CommandHost } from "./command.ts";

/** Runs one command to its end. Rejects with the signal's reason when cancelled, after the group is gone. */
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
