/** Waits until a socket connects, or until the beginning of a stream has arrived, and lets two sockets end together. */

import { once } from "node:events";
import type { Socket } from "node:net";

/** Enough for a handshake around the world with a lost packet. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Whether a socket connects in time. Its later errors are ignored, because the socket closes after each. */
export async function isConnected(socket: Socket, signal: AbortSignal): Promise<boolean> {
  socket.on("error", () => {});
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
  return await once(socket, "connect", { signal: limit }).then(
    () => true,
    () => false,
  );
}

/** Ends a client and the connection that was opened for it with each other. False where the client has left already. */
export function joinEnds(client: Socket, remote: Socket): boolean {
  remote.once("close", () => client.end()); // bytes that have arrived are still passed on
  client.once("close", () => remote.destroy());
  if (client.destroyed) remote.destroy();
  return !client.destroyed;
}

export type ReadLimits = Readonly<Record<"maxBytes" | "timeoutMs", number>>;

/** The length of the beginning, or how many bytes the stream must have before the length can be known. */
export type ReadProgress = { readonly length: number } | { readonly atLeast: number };

/**
 * Reads the beginning of a stream, and leaves the rest in it. `progressOf` is called again only when the bytes that it asked for are there.
 * Undefined when the stream ends before that, or is too long or too slow.
 */
export async function readUntil(
  socket: Socket,
  progressOf: (bytes: Buffer) => ReadProgress,
  { maxBytes, timeoutMs }: ReadLimits,
): Promise<Buffer | undefined> {
  return await new Promise((done) => {
    let chunks: Buffer[] = [];
    let [size, wanted] = [0, 0];
    const end = (taken: Buffer | undefined): void => {
      clearTimeout(timer);
      socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
      done(taken);
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
