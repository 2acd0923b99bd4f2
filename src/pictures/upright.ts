/** Turns a picture upright, by the orientation in which its camera was held. */

import type { Orientation } from "../base/image-type.ts";
import type { Pixels } from "./shrink.ts";

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
