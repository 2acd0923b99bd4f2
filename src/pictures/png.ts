/** Decodes a PNG, if it unpacks to no more than its header says: a small file may unpack to gigabytes. */

import { inflateSync } from "node:zlib";
import { convertIndexedToRgb, decode, type DecodedPng, type PngDataArray } from "fast-png";
import type { Pixels } from "./shrink.ts";

const SIGNATURE_BYTES = 8;
const NEEDED: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Channels by the header's colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Bits of a channel. A header may name sixteen times as many. */
const MAX_DEPTH = 16;
/** Room for filters and for the seven passes of an interlaced picture. */
const BYTES_AROUND = 64;

interface Chunk {
  readonly type: string;
  readonly whole: Buffer;
  readonly data: Buffer;
}

/** Throws an `Error` with the reason for bytes that are no PNG, or one that is not supported. */
export function pixelsOfPng(bytes: Buffer): Pixels {
  const chunks = chunksOf(bytes).filter(({ type }) => NEEDED.has(type));
  requireHonest(chunks);
  const decoded = decode(Buffer.concat([bytes.subarray(0, SIGNATURE_BYTES), ...chunks.map(({ whole }) => whole)]));
  const { width, height, depth, palette } = decoded;
  const data = palette === undefined ? unpacked(decoded) : convertIndexedToRgb(decoded);
  const channels = palette === undefined ? decoded.channels : data.length / (width * height);
  const scale = palette !== undefined ? 1 : 255 / (2 ** depth - 1);
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const hasOpacity = channels % 2 === 0;
  const made = new Uint8Array(width * height * 4);
  for (let at = 0, to = 0; to < made.length; at += channels, to += 4) {
    made[to] = (data[at] ?? 0) * scale;
    made[to + 1] = (data[at + green] ?? 0) * scale;
    made[to + 2] = (data[at + blue] ?? 0) * scale;
    made[to + 3] = hasOpacity ? (data[at + channels - 1] ?? 0) * scale : 255;
  }
  return { width, height, data: made };
}

/** Unpacks grey pixels of less than a byte to one number each. Each row begins with a new byte. */
function unpacked({ width, height, depth, data }: DecodedPng): PngDataArray {
  if (depth >= 8) return data;
  const rowBytes = Math.ceil((width * depth) / 8);
  const perByte = 8 / depth;
  return Uint8Array.from({ length: width * height }, (_, pixel) => {
    const x = pixel % width;
    const packed = data[Math.floor(pixel / width) * rowBytes + Math.floor(x / perByte)] ?? 0;
    return (packed >> (8 - depth * ((x % perByte) + 1))) & (2 ** depth - 1);
  });
}

function chunksOf(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const type = bytes.toString("latin1", at + 4, at + 8);
    chunks.push({ type, whole: bytes.subarray(at, end), data: bytes.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks;
}

function requireHonest(chunks: readonly Chunk[]): void {
  const header = chunks[0]?.type === "IHDR" ? chunks[0].data : Buffer.alloc(0);
  if (header.length < 13) throw new Error("it has no header");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, channels] = [header.readUInt8(8), CHANNELS[header.readUInt8(9)]];
  if (channels === undefined || depth > MAX_DEPTH) throw new Error("its colours are of no known kind");
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const packed = Buffer.concat(chunks.flatMap(({ type, data }) => (type === "IDAT" ? [data] : [])));
  inflateSync(packed, { maxOutputLength: (rowBytes + 8) * (height + 8) + BYTES_AROUND });
}
