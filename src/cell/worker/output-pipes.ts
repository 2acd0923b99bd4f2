/**
 * Named pipes for the output of commands. Node gives its children sockets, and a socket has two faults here: `echo x >
 * /dev/stderr` fails on one, and two of them lose the order between standard output and error. One pipe has neither.
 */

import { constants, openSync, rmSync } from "node:fs";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

export interface OutputPipe {
  readonly readFd: number;
  /** To be closed by the taker once the command has it. */
  readonly writeFd: number;
  /** Gives the pipe back. `ended`: every writer is gone, so that the next command may have it. */
  readonly release: (ended: boolean) => void;
}

export interface OutputPipes {
  readonly open: () => Promise<OutputPipe>;
}

/** A pool under `dir`. Making a pipe costs a spawn of `mkfifo` (1–2 ms), reusing one two calls of `open`. */
export function createOutputPipes(dir: string): OutputPipes {
  const free: string[] = [];
  let made = 0;
  const make = async (): Promise<string> => {
    made += 1;
    const path = join(dir, `output-${made}`);
    await promisify(execFile)("mkfifo", ["-m", "600", path]);
    return path;
  };
  return {
    async open() {
      const path = free.pop() ?? (await make());
      // The reader first and without waiting: a pipe opens for writing only once somebody reads.
      const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const writeFd = openSync(path, constants.O_WRONLY);
      const release = (ended: boolean): void => {
        if (ended) free.push(path);
        else rmSync(path, { force: true });
      };
      return { readFd, writeFd, release };
    },
  };
}
