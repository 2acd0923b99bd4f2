/** Rewrites git's answer to a push so that a refusal names GitHub's reason, which a hook alone cannot make git say. */

/** What git itself reports for every ref when the hook refuses. */
const HOOK_DECLINED = "pre-receive hook declined";

/** Size of the length in front of each packet, in hex digits. */
const LENGTH = 4;
const BAND_REPORT = 1;

function packets(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + LENGTH <= bytes.length;) {
    const size = Number.parseInt(bytes.toString("latin1", at, at + LENGTH), 16);
    found.push(bytes.subarray(at + LENGTH, at + Math.max(size, LENGTH)));
    at += Math.max(size, LENGTH);
  }
  return found;
}

function packet(bytes: Buffer): Buffer {
  const size = (bytes.length + LENGTH).toString(16).padStart(LENGTH, "0");
  return Buffer.concat([Buffer.from(size), bytes]);
}

const FLUSH = Buffer.from("0000");

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
