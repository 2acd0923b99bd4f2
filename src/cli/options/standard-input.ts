/** Standard input as text: a whole prompt, or what was piped in beside one. */

import { fstatSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { configError } from "../../protocol/error.ts";

/** More than any model's window. */
const MAX_BYTES = 10_000_000;

/**
 * All of standard input; throws `config.invalid` for more than 10 MB. Reading descriptor 0 at once would fail where it is a pipe
 * that does not block and is not yet filled.
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

/** A pipe that a parent process left open and never writes to must not hold a run up. */
const FIRST_MS = 3000;

/**
 * What was piped in beside a prompt; undefined for a terminal, for /dev/null, and for a pipe that ends or stays empty, of which
 * `warn` hears. Throws `config.invalid` for more than 10 MB.
 */
export async function readPipedInput(warn: (text: string) => void): Promise<string | undefined> {
  if (!isPiped()) return undefined;
  const chunks: Buffer[] = [];
  const reading = readInto(chunks);
  const isLate = await Promise.race([reading.then(() => false), wait(FIRST_MS, true, { ref: false })]);
  if (isLate && chunks.length === 0) {
    reading.catch(() => {}); // ended by the next line
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
