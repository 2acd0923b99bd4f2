/** PNG files made by hand, in every kind of the format, and lying ones. */

import { crc32, deflateSync } from "node:zlib";

export interface PngSpec {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  /** The unpacked pixels with a filter byte before each row. */
  readonly rows: Buffer;
  /** Other chunks, before the pixels. */
  readonly chunks?: readonly (readonly [type: string, data: Buffer])[];
}

export function makePng({ width, height, depth, colourType, rows, chunks = [] }: PngSpec): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType], 8);
  const all = [["IHDR", header], ...chunks, ["IDAT", deflateSync(rows)], ["IEND", Buffer.alloc(0)]] as const;
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, ...all.map(([type, data]) => chunk(type, data))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** One colour, eight bits a channel. */
export function plainPng(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from(colour))]);
  return makePng({
    width,
    height,
    depth: 8,
    colourType: 2,
    rows: Buffer.concat(Array.from({ length: height }, () => row)),
  });
}
