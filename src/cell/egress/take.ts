/** Taking the beginning of a stream and leaving the rest in it. */

import type { Socket } from "node:net";

export interface TakeLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Reads until `lengthOf` knows how many bytes belong to the beginning; undefined when the stream ends, is too long or too
 * slow before that.
 */
export async function takeUntil(
  socket: Socket,
  lengthOf: (bytes: Buffer) => number | undefined,
  { maxBytes, timeoutMs }: TakeLimits,
): Promise<{ readonly taken: Buffer } | undefined> {
  return await new Promise((done) => {
    let held = Buffer.alloc(0);
    const end = (taken: Buffer | undefined): void => {
      clearTimeout(timer);
      socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
      done(taken === undefined ? undefined : { taken });
    };
    const onEnd = (): void => end(undefined);
    const onData = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      const length = lengthOf(held);
      if (length !== undefined) {
        end(held.subarray(0, length));
        if (held.length > length) socket.unshift(held.subarray(length));
      } else if (held.length > maxBytes) end(undefined);
    };
    const timer = setTimeout(onEnd, timeoutMs);
    socket.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onEnd);
    socket.resume();
  });
}
