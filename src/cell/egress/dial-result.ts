/** The result of connecting to a host. */

import type { Socket } from "node:net";

export type DialResult =
  | { readonly kind: "open"; readonly socket: Socket }
  | { readonly kind: "refused"; readonly status: 403 | 502; readonly why: string };

/** Enough for a handshake around the world with a lost packet. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Whether a socket connects in time. Its later errors are ignored: the socket closes after each. */
export async function isConnected(socket: Socket, signal: AbortSignal): Promise<boolean> {
  return await new Promise((done) => {
    const timer = setTimeout(() => done(false), CONNECT_TIMEOUT_MS);
    const end = (connected: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      done(connected);
    };
    const cancel = (): void => end(false);
    socket.once("connect", () => end(true));
    socket.on("error", cancel);
    signal.addEventListener("abort", cancel, { once: true });
  });
}
