/** Reads an image's type and size from its bytes. Its name may be wrong, and providers refuse an image of the wrong type. */

export interface ImageType {
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Type and size of a PNG, JPEG, GIF or WebP; undefined for other bytes, and for an image cut off before its size. */
export function imageType(bytes: Buffer): ImageType | undefined {
  try {
    return pngType(bytes) ?? gifType(bytes) ?? webpType(bytes) ?? jpegType(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Limits of all providers: 5 MB in base64, 8000 pixels a side. Anthropic scales down to `seenPixels`. */
export const MAX_IMAGE = { bytes: 3_750_000, pixels: 8000, seenPixels: 1568 } as const;

/** Whether every provider accepts the image. */
export function fitsProviders({ width, height }: ImageType, bytes: number): boolean {
  return bytes <= MAX_IMAGE.bytes && Math.max(width, height) <= MAX_IMAGE.pixels;
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");

function pngType(bytes: Buffer): ImageType | undefined {
  if (!bytes.subarray(0, 8).equals(PNG)) return undefined;
  return { mediaType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifType(bytes: Buffer): ImageType | undefined {
  if (!["GIF87a", "GIF89a"].includes(bytes.toString("latin1", 0, 6))) return undefined;
  return { mediaType: "image/gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** The size is at another place in each of the three kinds of first chunk (developers.google.com/speed/webp/docs/riff_container). */
function webpType(bytes: Buffer): ImageType | undefined {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP") return undefined;
  const mediaType = "image/webp";
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const packed = bytes.readUInt32LE(21);
      return { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** The size is in the first start-of-frame segment: C0 to CF, except for C4, C8 and CC, which have another meaning. */
function jpegType(bytes: Buffer): ImageType | undefined {
  for (const { marker, at } of jpegSegments(bytes)) {
    if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) continue;
    return { mediaType: "image/jpeg", width: bytes.readUInt16BE(at + 5), height: bytes.readUInt16BE(at + 3) };
  }
  return undefined;
}

interface JpegSegment {
  readonly marker: number;
  /** Where its length stands, which counts itself. */
  readonly at: number;
  readonly end: number;
}

/** The segments before the pixels. Throws a `RangeError` where the bytes end inside of one. */
function* jpegSegments(bytes: Buffer): Generator<JpegSegment> {
  if (bytes.readUInt16BE(0) !== 0xffd8) return;
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    at += 1;
    if (marker === 0xff) continue; // 0xff before a marker is padding
    if (marker === 0xda) return;
    const segment = { marker, at: at + 1, end: at + 1 + bytes.readUInt16BE(at + 1) };
    yield segment;
    at = segment.end;
  }
}

/** Exif's orientation: how the pixels of a JPEG are rotated and mirrored; 1 is not at all. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** How many entries of the Exif directory are searched; cameras write about 20. */
const MAX_EXIF_ENTRIES = 200;

/** The orientation of a JPEG; 1 where it has none or its Exif data cannot be read. */
export function orientationOf(bytes: Buffer): Orientation {
  try {
    for (const { marker, at, end } of jpegSegments(bytes)) {
      const data = bytes.subarray(at + 2, end);
      if (marker === 0xe1 && data.toString("latin1", 0, 6) === "Exif\0\0") return orientationIn(data.subarray(6));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

function orientationIn(tiff: Buffer): Orientation {
  if (tiff.length < 8) return 1;
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(short(first), MAX_EXIF_ENTRIES);
  for (let index = 0; index < count; index += 1) {
    const entry = first + 2 + index * 12;
    if (short(entry) !== 0x0112) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : 1;
  }
  return 1;
}
