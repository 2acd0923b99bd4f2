/** Reads the beginning of a stream and leaves the rest in it. */

import type { Socket } from "node:net";

export interface ReadLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** The length of the beginning, or how many bytes the stream must have before it can be known. */
export type ReadProgress = { readonly length: number } | { readonly atLeast: number };

/**
 * Reads until `progressOf` returns the length of the beginning. Undefined when the stream ends before that, or is too long or too
 * slow. `progressOf` is not called before the bytes are there that it asked for: a stream that comes byte by byte costs no more.
 */
export async function readUntil(
  socket: Socket,
  progressOf: (bytes: Buffer) => ReadProgress,
  { maxBytes, timeoutMs }: ReadLimits,
): Promise<{ readonly taken: Buffer } | undefined> {
  return await new Promise((done) => {
    let chunks: Buffer[] = [];
    let [size, wanted] = [0, 0];
    const end = (taken: Buffer | undefined): void => {
      clearTimeout(timer);
      socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
      done(taken === undefined ? undefined : { taken });
    };
    const onEnd = (): void => end(undefined);
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < wanted) return;
      const received = Buffer.concat(chunks);
      const progress = progressOf(received);
      if ("length" in progress) {
        end(received.subarray(0, progress.length));
        if (size > progress.length) socket.unshift(received.subarray(progress.length));
      } else if (Math.max(size, progress.atLeast) > maxBytes) end(undefined);
      else [chunks, wanted] = [[received], progress.atLeast];
    };
    const timer = setTimeout(onEnd, timeoutMs);
    socket.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onEnd);
    socket.resume();
  });
}
