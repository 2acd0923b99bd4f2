/** One process at a time writes into the folder of a batch. */

import { join } from "node:path";
import { isFullDisk } from "../../base/system-error.ts";
import { configError } from "../../protocol/error.ts";
import { lockFile } from "../../session/lock.ts";
import { unwritable } from "./results-file.ts";

/** Holds until it is disposed of. Throws `config.invalid` where another process has it, `session.write` on a full disk. */
export function lockBatch(dir: string): Disposable {
  const path = join(dir, "run.lock");
  try {
    return lockFile(path, () =>
      configError(
        `Another process works on this batch: ${dir}.`,
        "Wait for it, or stop it; then the same command goes on with what is left.",
      ),
    );
  } catch (error) {
    throw isFullDisk(error) ? unwritable("The files of the batch", path, error) : error;
  }
}
