/**
 * Standard input from a text, as a file without a name. Unlike a pipe it needs no writer, allows a command that does not read it,
 * and works with `/dev/stdin`.
 */

import { randomBytes } from "node:crypto";
import { closeSync, constants, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { reopenOwnFolder } from "./own-folder.ts";
import { RunnerError } from "../../protocol/error.ts";

/** Far more than the input of any hook. In a sealed cell the file is in memory. */
const MAX_INPUT_BYTES = 1024 * 1024;

/** Returns a descriptor at the beginning of the text, which the caller closes. Throws `tool.input` over 1 MB. */
export function openInput(dir: string, text: string): number {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > MAX_INPUT_BYTES) {
    throw new RunnerError({
      code: "tool.input",
      message: `The command's input is too large: ${bytes.length} bytes.`,
      hint: `At most ${MAX_INPUT_BYTES} bytes; write longer text to a file first.`,
    });
  }
  reopenOwnFolder(dir);
  const path = join(dir, `input-${randomBytes(6).toString("hex")}`);
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    rmSync(path);
    // Each write has an explicit position, so that the descriptor stays at the beginning.
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
