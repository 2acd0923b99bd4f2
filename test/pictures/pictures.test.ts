/** Pictures made smaller: every kind of PNG and JPEG, and files that lie about what they unpack to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import jpeg from "jpeg-js";
import { imageType } from "../../src/base/image-type.ts";
import { pixelsOfPng } from "../../src/pictures/png.ts";
import { scalePicture } from "../../src/pictures/scale-picture.ts";
import { shrink } from "../../src/pictures/shrink.ts";
import { makePng, plainPng } from "../doubles/png.ts";

const rgba = (...pixels: readonly string[]): readonly number[] => pixels.flatMap((hex) => [...Buffer.from(hex, "hex")]);

test("every kind of PNG becomes the same pixels", () => {
  const kinds: readonly [
    name: string,
    depth: number,
    colourType: number,
    rows: string,
    chunks: readonly [string, string][],
    pixels: readonly string[],
  ][] = [
    ["grey, 1 bit", 1, 0, "00a00040", [], ["ffffffff", "000000ff", "ffffffff", "000000ff", "ffffffff", "000000ff"]],
    ["grey, 2 bits", 2, 0, "006c0090", [], ["555555ff", "aaaaaaff", "ffffffff", "aaaaaaff", "555555ff", "000000ff"]],
    [
      "grey, 4 bits",
      4,
      0,
      "000f7000f000",
      [],
      ["000000ff", "ffffffff", "777777ff", "ffffffff", "000000ff", "000000ff"],
    ],
    [
      "grey, 8 bits, row above",
      8,
      0,
      "0001020302010101",
      [],
      ["010101ff", "020202ff", "030303ff", "020202ff", "030303ff", "040404ff"],
    ],
    [
      "grey, 16 bits",
      16,
      0,
      `00ffff0000800000${"00".repeat(6)}`,
      [],
      ["ffffffff", "000000ff", "7f7f7fff", "000000ff", "000000ff", "000000ff"],
    ],
    [
      "colour",
      8,
      2,
      `00ff000000ff000000ff00${"10".repeat(9)}`,
      [],
      ["ff0000ff", "00ff00ff", "0000ffff", "101010ff", "101010ff", "101010ff"],
    ],
    [
      "palette, 2 bits, one see-through",
      2,
      3,
      "00180090",
      [
        ["PLTE", "ff000000ff000000ff"],
        ["tRNS", "ff80"],
      ],
      ["ff0000ff", "00ff0080", "0000ffff", "0000ffff", "00ff0080", "ff0000ff"],
    ],
    [
      "grey with opacity",
      8,
      4,
      `0011ff2280330000${"44ff".repeat(3)}`,
      [],
      ["111111ff", "22222280", "33333300", "444444ff", "444444ff", "444444ff"],
    ],
    [
      "colour with opacity",
      8,
      6,
      `00${"01020304".repeat(3)}00${"fffefdfc".repeat(3)}`,
      [],
      ["01020304", "01020304", "01020304", "fffefdfc", "fffefdfc", "fffefdfc"],
    ],
  ];
  for (const [name, depth, colourType, rows, chunks, pixels] of kinds) {
    const png = makePng({
      width: 3,
      height: 2,
      depth,
      colourType,
      rows: Buffer.from(rows, "hex"),
      chunks: chunks.map(([type, data]) => [type, Buffer.from(data, "hex")]),
    });
    assert.deepEqual([...pixelsOfPng(png).data], rgba(...pixels), name);
  }
});

test("each new pixel is the mean of those that it covers, on white; no picture grows", () => {
  const data = Uint8Array.from(
    rgba("000000ff", "ffffffff", "ff000000", "ff000080", "102030ff", "102030ff", "00000000", "000000ff"),
  );
  assert.deepEqual([...shrink({ width: 4, height: 2, data }, 2).data], rgba("485058ff", "bf9f9fff"));
  assert.deepEqual(shrink({ width: 1, height: 1, data: data.subarray(4, 8) }, 99), {
    width: 1,
    height: 1,
    data: data.slice(4, 8),
  });
  const { width, height } = shrink({ width: 8, height: 1, data: new Uint8Array(32) }, 3);
  assert.deepEqual([width, height], [3, 1]);
});

test("drawings stay PNG, photographs become JPEG, and both keep their shape and colour", () => {
  const drawing = scalePicture(plainPng(3_000, 300, [10, 200, 30]));
  assert.deepEqual(imageType(drawing.bytes), { mediaType: "image/png", width: 1568, height: 157 });
  assert.deepEqual([...pixelsOfPng(drawing.bytes).data.subarray(0, 4)], [10, 200, 30, 255]);
  const noise = Uint8Array.from({ length: 1_600 * 300 * 4 }, (_, at) => (at * 7_919 * ((at >>> 7) | 1)) >>> 5);
  const photograph = jpeg.encode({ width: 1_600, height: 300, data: noise }, 90).data;
  const made = scalePicture(photograph);
  assert.deepEqual(imageType(made.bytes), { mediaType: "image/jpeg", width: 1568, height: 294 });
  const large = scalePicture(
    makePng({ width: 1_600, height: 300, depth: 8, colourType: 6, rows: withFilters(noise, 6_400) }),
  );
  assert.equal(large.mediaType, "image/jpeg");
});

function withFilters(data: Uint8Array, rowBytes: number): Buffer {
  const rows = Array.from({ length: data.length / rowBytes }, (_, row) =>
    data.subarray(row * rowBytes, (row + 1) * rowBytes),
  );
  return Buffer.concat(rows.flatMap((row) => [Buffer.alloc(1), row]));
}

test("a file that unpacks to more than its header says, or to nothing, is refused before it is decoded", () => {
  const small = { width: 4, height: 4, depth: 8, colourType: 2 } as const;
  const bomb = makePng({ ...small, rows: Buffer.alloc(30_000_000) });
  assert.ok(bomb.length < 40_000);
  assert.throws(() => scalePicture(bomb), { code: "ERR_BUFFER_TOO_LARGE" });
  const deep = makePng({ width: 1000, height: 1000, depth: 255, colourType: 6, rows: Buffer.alloc(1_000_000) });
  assert.throws(() => scalePicture(deep), { message: "its colours are of no known kind" });
  const rows = Buffer.alloc(4 * 13);
  const profile = Buffer.concat([Buffer.from("x\0\0", "latin1"), deflateSync(Buffer.alloc(150_000_000))]);
  const before = process.memoryUsage().rss;
  assert.equal(scalePicture(makePng({ ...small, rows, chunks: [["iCCP", profile]] })).width, 4);
  assert.ok(process.memoryUsage().rss - before < 120_000_000, "the profile is not unpacked");
  assert.throws(() => scalePicture(makePng({ ...small, width: 40_000, height: 40_000, rows })), {
    message: "it has 1600 megapixels, at most 40",
  });
  const png = plainPng(8, 8, [1, 2, 3]);
  const photograph = jpeg.encode({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 4) }, 90).data;
  const broken: readonly Buffer[] = [
    png.subarray(0, 40),
    png.subarray(0, 60),
    makePng({ ...small, colourType: 5, rows }),
    makePng({ ...small, rows: Buffer.alloc(3) }),
    makePng({ ...small, width: 0, rows }),
    photograph.subarray(0, 300),
    Buffer.from("GIF89a"),
    Buffer.alloc(0),
  ];
  for (const [index, bytes] of broken.entries()) assert.throws(() => scalePicture(bytes), Error, String(index));
});

test("a JPEG is turned by its orientation, in both byte orders and all eight ways; a broken note has no effect", () => {
  const [width, height] = [32, 16];
  // Bright in the upper left corner alone.
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1) {
    if (at % width >= 8 || at >= 8 * width) data.fill(0, at * 4, at * 4 + 3);
  }
  const stored = jpeg.encode({ width, height, data }, 95).data;
  const noted = (value: number, isLittle: boolean, entries = 1, padding = Buffer.alloc(0)): Buffer => {
    const tiff = Buffer.alloc(8 + 2 + 12 + 4);
    tiff.write(isLittle ? "II" : "MM", "latin1");
    const short = (at: number, one: number): unknown =>
      isLittle ? tiff.writeUInt16LE(one, at) : tiff.writeUInt16BE(one, at);
    short(2, 42);
    if (isLittle) tiff.writeUInt32LE(8, 4);
    else tiff.writeUInt32BE(8, 4);
    short(8, entries);
    short(10, 0x0112);
    short(12, 3);
    short(18, value);
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    const segment = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
    head.writeUInt16BE(segment.length + 2, 2);
    return Buffer.concat([stored.subarray(0, 2), padding, head, segment, stored.subarray(2)]);
  };
  const corner = (bytes: Buffer): string => {
    const made = scalePicture(bytes);
    const seen = jpeg.decode(made.bytes, { useTArray: true });
    const bright = (x: number, y: number): boolean => (seen.data[(y * seen.width + x) * 4] ?? 0) > 128;
    const [right, low] = [seen.width - 4, seen.height - 4];
    const found = [
      bright(3, 3) && "upper left",
      bright(right, 3) && "upper right",
      bright(3, low) && "lower left",
      bright(right, low) && "lower right",
    ];
    return `${seen.width}x${seen.height} ${found.filter((one) => one !== false).join()}`;
  };
  const expected = [
    "32x16 upper left",
    "32x16 upper right",
    "32x16 lower right",
    "32x16 lower left",
    "16x32 upper left",
    "16x32 upper right",
    "16x32 lower right",
    "16x32 lower left",
  ];
  for (const isLittle of [true, false]) {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((value) => corner(noted(value, isLittle))),
      expected,
    );
  }
  assert.equal(
    corner(noted(3, true, 1, Buffer.from([0xff, 0xff]))),
    expected[2],
    "bytes that pad a marker are skipped",
  );
  for (const broken of [noted(9, true), noted(0, false), noted(6, true, 0), stored])
    assert.equal(corner(broken), expected[0]);
});
