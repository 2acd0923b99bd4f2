/** Reads standard input to its end, as a prompt or beside one, and tells people what it waits for. */

import { fstatSync } from "node:fs";
import { counted } from "../../base/words.ts";
import { configError } from "../../protocol/error.ts";
import type { World } from "../../run/open/request.ts";

/** More than any model's window. */
const MAX_BYTES = 10_000_000;
/** How often the wait is looked at: soon enough for a person who wonders why nothing happens. */
const LOOK_EVERY_SECONDS = 3;
const TELL_EVERY_SECONDS = 30;
/** How long nothing at all may come. A build may be silent for minutes, but in CI a pipe without a writer is the likelier cause. */
const MAX_WAIT_SECONDS = { ci: 60, elsewhere: 600 };

/** What is to be done after `seconds` of reading: go on, tell people, or give up. */
export function afterSeconds(
  seconds: number,
  bytes: number,
  isCi: boolean,
): { readonly tell?: string; readonly giveUp?: string } {
  const time = counted(seconds, "second");
  if (bytes === 0 && seconds >= (isCi ? MAX_WAIT_SECONDS.ci : MAX_WAIT_SECONDS.elsewhere))
    return { giveUp: `Nothing arrived on standard input for ${time}.` };
  if (seconds !== LOOK_EVERY_SECONDS && seconds % TELL_EVERY_SECONDS !== 0) return {};
  const came = bytes === 0 ? "nothing" : counted(bytes, "byte");
  return { tell: `Reading standard input to its end: ${came} after ${time}. For a run without it: < /dev/null` };
}

/** Throws `config.invalid` for more than 10 MB or too long a silence. A synchronous read of descriptor 0 fails for an empty pipe. */
export async function readStandardInput({ env, err }: Pick<World, "env" | "err">): Promise<string> {
  const { stdin } = process;
  const isCi = !["", "0", "false"].includes(env["CI"] ?? "");
  const chunks: Buffer[] = [];
  let bytes = 0;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += LOOK_EVERY_SECONDS;
    const { tell, giveUp } = afterSeconds(seconds, bytes, isCi);
    if (tell !== undefined) err(`${tell}\n`);
    const hint = "Add `< /dev/null` if nothing is piped in; write slow output into a file first and use `< file`.";
    if (giveUp !== undefined) stdin.destroy(configError(giveUp, hint)); // the loop below throws it
  }, LOOK_EVERY_SECONDS * 1000);
  try {
    for await (const chunk of stdin) {
      const buffer = chunk as Buffer;
      bytes += buffer.length;
      if (bytes > MAX_BYTES) {
        throw configError(
          `Standard input has more than ${MAX_BYTES} bytes.`,
          "Put it into a file that the model reads in parts.",
        );
      }
      chunks.push(buffer);
    }
  } finally {
    clearInterval(timer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The text that was piped in beside a prompt, if any. A pipe that a parent left open is an error in the end, and never a run without it. */
export async function readPipedInput(world: Pick<World, "env" | "err">): Promise<string | undefined> {
  return isPiped() ? (await readStandardInput(world)).trim() || undefined : undefined;
}

function isPiped(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false; // closed
  }
}
