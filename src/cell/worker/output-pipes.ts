/**
 * Named pipes for the output of commands. Node gives its children sockets, which have two faults: `echo x > /dev/stderr` fails,
 * and two of them lose the order of standard output and error. One pipe has neither fault.
 */

import { constants, openSync, rmSync } from "node:fs";
import { execFile } from "node:child_process";
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

/** Creates a pool of pipes under `dir`. A new pipe costs a spawn of `mkfifo` (1–2 ms), a reused one two calls of `open`. */
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
      // The reader opens first and without waiting, because opening for writing waits for a reader.
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
