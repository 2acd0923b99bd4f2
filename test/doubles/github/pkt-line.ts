/** Git's packets: a length of four hex digits, itself included, and what they hold. */

const LENGTH = 4;

export const FLUSH = Buffer.from("0000");

/** What the packets of these bytes hold; a flush packet holds nothing. */
export function packets(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + LENGTH <= bytes.length;) {
    const size = Number.parseInt(bytes.toString("latin1", at, at + LENGTH), 16);
    found.push(bytes.subarray(at + LENGTH, at + Math.max(size, LENGTH)));
    at += Math.max(size, LENGTH);
  }
  return found;
}

export function packet(bytes: Buffer): Buffer {
  const size = (bytes.length + LENGTH).toString(16).padStart(LENGTH, "0");
  return Buffer.concat([Buffer.from(size), bytes]);
}
