/** Makes a picture smaller: each new pixel is the mean of those that it covers. */

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
