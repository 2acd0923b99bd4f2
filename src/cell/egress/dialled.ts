/** What comes of an attempt to reach somebody. */

import type { Socket } from "node:net";

export type Dialled =
  | { readonly kind: "open"; readonly socket: Socket }
  | { readonly kind: "refused"; readonly status: 403 | 502; readonly why: string };

/** Long enough for a handshake around the world that loses a packet. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Whether a socket connects in time. Its errors are heard from then on, and mean no more than its end. */
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
