/** Writes git objects without git, of which a process for each would cost more than the rest of saving a session. */

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { systemReason } from "../base/system-error.ts";
import { gitError } from "../protocol/error.ts";
import { idOf } from "./git/object-id.ts";

/** git's own setting for loose objects, which are packed again before a push. */
const FASTEST = { level: 1 };

const compress = promisify(deflate);

export type LooseObjects = ReturnType<typeof createLooseObjects>;

/** Creates the writer for a git directory. It reads HEAD at the first object: the length of its id tells the hash algorithm. */
export function createLooseObjects(gitDir: string) {
  const known = new Set<string>();
  let digits: number | undefined;
  return {
    /** Stores an object and returns its id. An existing object is not written again. Throws `git.failed`. */
    async put(type: "blob" | "tree" | "commit", content: Buffer): Promise<string> {
      digits ??= readFileSync(join(gitDir, "HEAD"), "utf8").trim().length;
      const id = idOf(type, content, digits);
      const parts = [Buffer.from(`${type} ${content.length}\0`), content];
      if (!known.has(id)) await store(join(gitDir, "objects", id.slice(0, 2)), id.slice(2), parts);
      known.add(id);
      return id;
    },
  };
}

async function store(folder: string, name: string, parts: readonly Buffer[]): Promise<void> {
  const file = join(folder, name);
  if (existsSync(file)) return;
  try {
    const bytes = await compress(Buffer.concat(parts), FASTEST);
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `tmp_obj_${randomUUID()}`); // git's own prefix for unfinished files
    await writeFile(unfinished, bytes, { flag: "wx", mode: 0o444 });
    await rename(unfinished, file);
  } catch (cause) {
    throw gitError(`An object cannot be written: ${file}: ${systemReason(cause)}.`, "Free space on that disk.", cause);
  }
}
