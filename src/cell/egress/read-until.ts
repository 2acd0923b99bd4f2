/** Reads the beginning of a stream and leaves the rest in it. */

import type { Socket } from "node:net";

export interface ReadLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Reads until `lengthOf` returns the length of the beginning. Undefined when the stream ends before that, or is too long or too
 * slow.
 */
export async function readUntil(
  socket: Socket,
  lengthOf: (bytes: Buffer) => number | undefined,
  { maxBytes, timeoutMs }: ReadLimits,
): Promise<{ readonly taken: Buffer } | undefined> {
  return await new Promise((done) => {
    let received = Buffer.alloc(0);
    const end = (taken: Buffer | undefined): void => {
      clearTimeout(timer);
      socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
      done(taken === undefined ? undefined : { taken });
    };
    const onEnd = (): void => end(undefined);
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const length = lengthOf(received);
      if (length !== undefined) {
        end(received.subarray(0, length));
        if (received.length > length) socket.unshift(received.subarray(length));
      } else if (received.length > maxBytes) end(undefined);
    };
    const timer = setTimeout(onEnd, timeoutMs);
    socket.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onEnd);
    socket.resume();
  });
}
