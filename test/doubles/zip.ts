/** Reads a zip file: what a person would find after unpacking an artifact. Central directory only; no zip64. */

import { inflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly path: string;
  /** Unix mode with the file type, 0 where the writer gave none. */
  readonly mode: number;
  readonly bytes: Buffer;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

/** The entries of a zip file in its order. Throws when it is none. */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error("This is not a zip file.");
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`The zip file has no entry at ${at}.`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const path = zip.toString("utf8", at + 46, at + 46 + nameLength!);
    const start = zip.readUInt32LE(at + 42);
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const packed = zip.subarray(content, content + zip.readUInt32LE(at + 20));
    const bytes = zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : Buffer.from(packed);
    if (bytes.length !== zip.readUInt32LE(at + 24)) throw new Error(`${path} is damaged.`);
    entries.push({ path, mode: zip.readUInt32LE(at + 38) >>> 16, bytes });
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return entries;
}
