/** Lists what a workspace holds. It begins before the policy is read, while the cell opens. */

import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { bytesBelow, pathText } from "../../base/paths/byte-paths.ts";
import { oneLine } from "../../base/truncate.ts";
import { systemReason } from "../../base/system-error.ts";
import { RunnerError } from "../../protocol/error.ts";

export interface Entry {
  /** Relative to the workspace, one character for each byte. */
  readonly path: string;
  /** `closed`: a folder that this process cannot list. */
  readonly kind: "file" | "folder" | "link" | "closed";
}

/** Folders that are read at the same time. Node reads with four threads. */
const AT_ONCE = 16;
/** 200,000 files in 20,000 folders take less than a second. Only a file system that hangs takes this long. */
const MAX_MS = 60_000;
const CLOSED: ReadonlySet<unknown> = new Set(["EACCES", "EPERM"]);
/** The folder went away meanwhile. */
const GONE: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/** All files, folders and links below a folder, without `.git`. Throws `sandbox.refused`. */
export async function walk(folder: string, at = "", maxMs = MAX_MS): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  const waiting = [at];
  let current = at;
  const read = async (path: string): Promise<void> => {
    current = path;
    const below = path.slice(at.length).replace(/^\//, "");
    const whole = below === "" ? folder : bytesBelow(folder, below);
    try {
      for (const entry of await readdir(whole, { withFileTypes: true, encoding: "latin1" })) {
        if (entry.name === ".git") continue;
        const own = path === "" ? entry.name : `${path}/${entry.name}`;
        const kind = entry.isDirectory()
          ? "folder"
          : entry.isFile()
            ? "file"
            : entry.isSymbolicLink()
              ? "link"
              : undefined;
        if (kind === undefined) continue;
        found.push({ path: own, kind });
        if (kind === "folder") waiting.push(own);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (CLOSED.has(code) && path !== at) found.push({ path, kind: "closed" });
      else if (!GONE.has(code)) throw unread(path, systemReason(error));
    }
  };
  const all = async (): Promise<void> => {
    while (waiting.length > 0) await Promise.all(waiting.splice(-AT_ONCE).map(read));
  };
  const late = sleep(maxMs, undefined, { ref: false }).then(() => {
    throw unread(current, `it takes more than ${maxMs / 1000} s`);
  });
  await Promise.race([all(), late]);
  return found;
}

const MAX_SHOWN = 200;

function unread(path: string, why: string): RunnerError {
  const shown = oneLine(pathText(path), MAX_SHOWN);
  return new RunnerError({
    code: "sandbox.refused",
    message: `The folder ${shown || "."} cannot be searched for files that commands may not see: ${why}.`,
    hint: "Remove it from the checkout before the run.",
  });
}
