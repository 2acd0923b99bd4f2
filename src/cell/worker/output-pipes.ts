/**
 * Pipes for the output of commands. Node gives its children sockets, which have two faults: `echo x > /dev/stderr` fails, and two
 * of them lose the order of standard output and error. A pipe of `mkfifo` has neither fault. It loses its name at once, because
 * commands can change the folder.
 */

import { closeSync, constants, fstatSync, openSync, rmSync } from "node:fs";
import { reopenOwnFolder } from "./own-folder.ts";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";

export interface OutputPipe {
  readonly readFd: number;
  /** The caller closes it when the command has it. */
  readonly writeFd: number;
  /** Returns the pipe. `ended`: all writers have closed it, so that another command can use it. */
  readonly release: (ended: boolean) => void;
}

export interface OutputPipes {
  readonly open: () => Promise<OutputPipe>;
}

/** O_PATH, which node does not name: a descriptor that stands for the file, and neither reads nor writes. */
const O_PATH = 0x20_0000;
/** A command may empty or close the folder between two steps. */
const ATTEMPTS = 3;

/** Creates a pool of pipes under `dir`. A new pipe costs a spawn of `mkfifo` (1–2 ms), a reused one two calls of `open`. */
export function createOutputPipes(dir: string): OutputPipes {
  /** Descriptors that stand for pipes. */
  const free: number[] = [];
  return {
    async open() {
      const pipe = free.pop() ?? (await makePipe(dir));
      const path = `/proc/self/fd/${pipe}`;
      // The reader opens first and without waiting, because opening for writing waits for a reader.
      const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const writeFd = openSync(path, constants.O_WRONLY);
      const release = (ended: boolean): void => {
        if (ended) free.push(pipe);
        else closeSync(pipe);
      };
      return { readFd, writeFd, release };
    },
  };
}

async function makePipe(dir: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const path = join(dir, `output-${randomBytes(12).toString("hex")}`);
    try {
      await promisify(execFile)("mkfifo", ["-m", "600", path]);
      const fd = openSync(path, O_PATH | constants.O_NOFOLLOW);
      rmSync(path, { force: true });
      if (fstatSync(fd).isFIFO()) return fd;
      closeSync(fd);
      throw new Error(`${path} was replaced by another file`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      reopenOwnFolder(dir);
    }
  }
}
