/** Reads standard input as text: a whole prompt, or a text that was piped in beside one. */

import { fstatSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { configError } from "../../protocol/error.ts";

/** More than any model's window. */
const MAX_BYTES = 10_000_000;

/**
 * Reads all of standard input. Throws `config.invalid` for more than 10 MB. It reads a stream, because a synchronous read of
 * descriptor 0 fails for a non-blocking pipe that is still empty.
 */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  await readInto(chunks);
  return Buffer.concat(chunks).toString("utf8");
}

async function readInto(chunks: Buffer[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of process.stdin) {
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
}

/** A pipe that a parent process left open and never writes to delays a run by this time. */
const FIRST_MS = 3000;

/**
 * Reads the text that was piped in beside a prompt. Undefined for a terminal, for /dev/null, and for a pipe that ends without text;
 * a pipe that stays open and empty also gets a warning. Throws `config.invalid` for more than 10 MB.
 */
export async function readPipedInput(warn: (text: string) => void): Promise<string | undefined> {
  if (!isPiped()) return undefined;
  const chunks: Buffer[] = [];
  const reading = readInto(chunks);
  const isLate = await Promise.race([reading.then(() => false), wait(FIRST_MS, true, { ref: false })]);
  if (isLate && chunks.length === 0) {
    reading.catch(() => {}); // the next line ends it
    process.stdin.destroy();
    warn("Standard input is open and nothing came for 3 s; the run begins without it. `< /dev/null` spares the time.");
    return undefined;
  }
  await reading;
  return Buffer.concat(chunks).toString("utf8").trim() || undefined;
}

function isPiped(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false; // closed
  }
}
