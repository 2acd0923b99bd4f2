/** The lines of Kimi CLI's wire file: one that names the protocol, then one message per line. */

import { canonicalJson } from "../base/canonical-json.ts";
import { VERSION } from "../base/version.ts";

/** Version of Kimi CLI's protocol that the message types are from. */
const PROTOCOL_VERSION = "1.10";

/** A message. The types that Kimi CLI does not have begin with `Runner`. */
export interface WireMessage {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export function message(type: string, payload: WireMessage["payload"] = {}): WireMessage {
  return { type, payload };
}

/** The first line of a stream, with its newline. */
export function metadataLine(): string {
  const metadata = { type: "metadata", protocol_version: PROTOCOL_VERSION, program: "kimi-runner", version: VERSION };
  return `${JSON.stringify(metadata)}\n`;
}

/** One message, with its newline. `atMs`: wall time since the epoch. Keys are sorted as in the journal, so that an export has the same bytes. */
export function messageLine({ type, payload }: WireMessage, atMs: number): string {
  const message = `{"type":${JSON.stringify(type)},"payload":${canonicalJson(payload)}}`;
  return `{"timestamp":${atMs / 1000},"message":${message}}\n`;
}
