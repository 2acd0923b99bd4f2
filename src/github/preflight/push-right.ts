/**
 * Checks whether a token may push by requesting git's list of references for writing, as a push does. The API's `permissions` of
 * a repository do not describe the token of an app or a workflow.
 */

import type { IncomingMessage } from "node:http";
import type { SendHttp } from "../../base/network/http.ts";

export interface PushDoor {
  /** `https://host/owner/name.git`. */
  readonly url: string;
  readonly token: string;
  readonly userAgent: string;
  readonly send: SendHttp;
  readonly signal: AbortSignal;
}

export type PushRight =
  | { readonly kind: "yes" }
  /** `said`: the server's own text. */
  | { readonly kind: "no"; readonly status: number; readonly said: string }
  | { readonly kind: "unknown"; readonly reason: string };

/** A refusal is one sentence. */
const MAX_SAID_BYTES = 1_000;

/** Sends the request once. Of a positive answer it reads only the status. Never rejects. */
export async function askPushRight(door: PushDoor): Promise<PushRight> {
  try {
    const answer = await knock(door);
    const status = answer.statusCode ?? 0;
    if (status === 401 || status === 403 || status === 404)
      return { kind: "no", status, said: await beginning(answer) };
    answer.destroy(); // the list may be megabytes
    return status === 200 ? { kind: "yes" } : { kind: "unknown", reason: `The server answered ${status}.` };
  } catch (error) {
    if (door.signal.aborted) return { kind: "unknown", reason: "The server did not answer in time." };
    return { kind: "unknown", reason: error instanceof Error ? error.message : String(error) };
  }
}

async function knock({ url, token, userAgent, send, signal }: PushDoor): Promise<IncomingMessage> {
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  return await send(new URL(`${url}/info/refs?service=git-receive-pack`), {
    headers: { "user-agent": userAgent, authorization: `Basic ${basic}` },
    signal,
  });
}

async function beginning(answer: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_SAID_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8", 0, Math.min(size, MAX_SAID_BYTES));
}
