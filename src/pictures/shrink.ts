/** Makes a picture smaller, where each new pixel is the mean of those that it covers, and turns one upright. */

import type { Orientation } from "../base/image-type.ts";

/** Rows of pixels with four bytes each: red, green, blue, opacity. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The picture on white, with `edge` pixels on its longer side. A smaller picture keeps its size. The result has no opacity. */
export function shrink({ width, height, data }: Pixels, edge: number): Pixels {
  const factor = Math.max(1, Math.max(width, height) / edge);
  const size = { width: Math.max(1, Math.round(width / factor)), height: Math.max(1, Math.round(height / factor)) };
  const made = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y += 1) {
    const [top, bottom] = covered(y, size.height, height);
    for (let x = 0; x < size.width; x += 1) {
      const [left, right] = covered(x, size.width, width);
      let [red, green, blue] = [0, 0, 0];
      for (let row = top; row < bottom; row += 1) {
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4) {
          const opacity = data[at + 3] ?? 0;
          const white = 255 * (255 - opacity);
          red += (data[at] ?? 0) * opacity + white;
          green += (data[at + 1] ?? 0) * opacity + white;
          blue += (data[at + 2] ?? 0) * opacity + white;
        }
      }
      const sum = (bottom - top) * (right - left) * 255;
      const to = (y * size.width + x) * 4;
      made[to] = Math.round(red / sum);
      made[to + 1] = Math.round(green / sum);
      made[to + 2] = Math.round(blue / sum);
      made[to + 3] = 255;
    }
  }
  return { ...size, data: made };
}

/** The old rows or columns that become a new one. There is at least one. */
function covered(index: number, count: number, of: number): readonly [from: number, to: number] {
  const from = Math.floor((index * of) / count);
  return [from, Math.max(from + 1, Math.floor(((index + 1) * of) / count))];
}

/** For each orientation, the old place of the new pixel at x, y. `w` and `h` are the old picture's last column and row. */
const PLACES: Readonly<
  Record<Orientation, (x: number, y: number, w: number, h: number) => readonly [x: number, y: number]>
> = {
  1: (x, y) => [x, y],
  2: (x, y, w) => [w - x, y],
  3: (x, y, w, h) => [w - x, h - y],
  4: (x, y, _, h) => [x, h - y],
  5: (x, y) => [y, x],
  6: (x, y, _, h) => [y, h - x],
  7: (x, y, w, h) => [w - y, h - x],
  8: (x, y, w) => [w - y, x],
};

/** Turns a picture upright, by the orientation in which its camera was held. */
export function upright(pixels: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return pixels;
  const { width, height, data } = pixels;
  const size = orientation >= 5 ? { width: height, height: width } : { width, height };
  const made = new Uint8Array(data.length);
  const place = PLACES[orientation];
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const [oldX, oldY] = place(x, y, width - 1, height - 1);
      const from = (oldY * width + oldX) * 4;
      made.set(data.subarray(from, from + 4), (y * size.width + x) * 4);
    }
  }
  return { ...size, data: made };
}
