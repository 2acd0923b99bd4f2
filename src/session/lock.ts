/**
 * One process at a time goes on with a stopped session: two would both read the same approval as unused, and carry it out
 * twice. A new session needs no lock, since its journal is created exclusively.
 */

import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { RunnerError } from "../protocol/error.ts";
import type { Bundle } from "./bundle.ts";

/** Holds the process id of whoever goes on with the session. */
const LOCK_NAME = "resume.lock";

/** Takes the lock and returns its release. Throws `config.invalid` when it is taken, also by a process that died with it. */
export function lockSession({ dir }: Pick<Bundle, "dir">): () => void {
  const path = join(dir, LOCK_NAME);
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    throw new RunnerError({
      code: "config.invalid",
      message: `Another process goes on with this session: ${readFileSync(path, "utf8")}.`,
      hint: `Wait for it; if it is gone, delete ${path}.`,
      cause,
    });
  }
  writeSync(file, String(process.pid));
  closeSync(file);
  return () => rmSync(path, { force: true });
}
