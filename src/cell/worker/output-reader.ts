/** Reads a command's pipe until every writer has closed it. */

import { Socket } from "node:net";

const READ_BUFFER_BYTES = 64 * 1024;

export interface OutputReader {
  /** Resolves when every writer has closed the pipe. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Reads through one buffer, so that 100 MB need no more memory than a line. It closes the descriptor. */
export function readAll(fd: number, push: (chunk: Uint8Array) => void): OutputReader {
  const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES);
  const socket = new Socket({
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer,
      callback: (count) => {
        push(buffer.subarray(0, count));
        return true;
      },
    },
  });
  const ended = new Promise<void>((done) => {
    socket.once("end", done);
    socket.once("error", () => done());
  });
  socket.resume();
  return { ended, close: () => socket.destroy() };
}
