/** Rewrites git's answer to a push so that a refusal names GitHub's reason, which a hook alone cannot make git say. */

import { FLUSH, packet, packets } from "./pkt-line.ts";

/** What git itself reports for every ref when the hook refuses. */
const HOOK_DECLINED = "pre-receive hook declined";

const BAND_REPORT = 1;

/** The same answer with another reason; its messages (`remote: …`) stay. The answer must use side bands, as git's do. */
export function withReason(answer: Buffer, reason: string): Buffer {
  const outer = packets(answer).filter((bytes) => bytes.length > 0);
  const report = Buffer.concat(outer.filter((bytes) => bytes[0] === BAND_REPORT).map((bytes) => bytes.subarray(1)));
  const lines = packets(report)
    .filter((bytes) => bytes.length > 0)
    .map((bytes) => packet(Buffer.from(bytes.toString("utf8").replace(HOOK_DECLINED, reason))));
  const messages = outer.filter((bytes) => bytes[0] !== BAND_REPORT).map(packet);
  return Buffer.concat([...messages, packet(Buffer.concat([Buffer.of(BAND_REPORT), ...lines, FLUSH])), FLUSH]);
}
