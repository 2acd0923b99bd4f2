/** Makes a PNG or JPEG smaller. The result is a PNG where that is small, otherwise a JPEG. */

import { readFileSync } from "node:fs";
import { encode as encodePng } from "fast-png";
import jpeg from "jpeg-js";
import { imageType, MAX_IMAGE, orientationOf } from "../base/image-type.ts";
import { sha256 } from "../base/sha256.ts";
import { describeError } from "../protocol/error.ts";
import { pixelsOfPng } from "./png.ts";
import { shrink, upright, type Pixels } from "./shrink.ts";

interface ScaledPicture {
  readonly mediaType: "image/png" | "image/jpeg";
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** 160 MB of pixels. */
const MAX_MEGAPIXELS = 40;
/** A larger PNG becomes a JPEG. Drawings and screenshots are smaller as a PNG and keep their letters sharp; photographs are not. */
const MAX_PNG_BYTES = 400_000;
const JPEG_QUALITY = 85;

/** The answer of the program in the cell, as one line of JSON. The file must have the digest of the picture that was judged. */
export function pictureAnswer(path: string, digest: string): string {
  try {
    const bytes = readFileSync(path);
    if (sha256(bytes) !== digest) return JSON.stringify({ why: "it changed while it was read" });
    const { bytes: made, ...facts } = scalePicture(bytes);
    return JSON.stringify({ ...facts, data: made.toString("base64") });
  } catch (error) {
    return JSON.stringify({ why: describeError(error) });
  }
}

/** Throws an `Error` with the reason: it follows "cannot be made smaller:". */
export function scalePicture(bytes: Buffer, edge: number = MAX_IMAGE.seenPixels): ScaledPicture {
  const type = imageType(bytes);
  if (type?.mediaType !== "image/png" && type?.mediaType !== "image/jpeg") throw new Error("it is not a PNG or JPEG");
  if (type.width * type.height === 0) throw new Error("it has no pixels");
  if (type.width * type.height > MAX_MEGAPIXELS * 1e6) {
    throw new Error(`it has ${Math.round((type.width * type.height) / 1e6)} megapixels, at most ${MAX_MEGAPIXELS}`);
  }
  const isPng = type.mediaType === "image/png";
  const small = shrink(isPng ? pixelsOfPng(bytes) : pixelsOfJpeg(bytes), edge);
  return packPicture(upright(small, isPng ? 1 : orientationOf(bytes)), isPng);
}

/** Encodes pixels without their opacity. With `drawn` the result is a PNG where that is small, otherwise a JPEG. */
export function packPicture({ width, height, data }: Pixels, drawn: boolean): ScaledPicture {
  const png = drawn ? encodePng({ width, height, data: withoutOpacity(data), channels: 3 }) : undefined;
  if (png !== undefined && png.length <= MAX_PNG_BYTES) {
    return { mediaType: "image/png", bytes: Buffer.from(png), width, height };
  }
  const { data: packed } = jpeg.encode({ width, height, data }, JPEG_QUALITY);
  return { mediaType: "image/jpeg", bytes: packed, width, height };
}

/** For a page of two million pixels a loop takes a tenth of the time of `filter`. */
function withoutOpacity(data: Pixels["data"]): Uint8Array {
  const rgb = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb[to] = data[from] ?? 0;
    rgb[to + 1] = data[from + 1] ?? 0;
    rgb[to + 2] = data[from + 2] ?? 0;
  }
  return rgb;
}

function pixelsOfJpeg(bytes: Buffer): Pixels {
  const { width, height, data } = jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    maxResolutionInMP: MAX_MEGAPIXELS,
    maxMemoryUsageInMB: 700,
  });
  return { width, height, data };
}
