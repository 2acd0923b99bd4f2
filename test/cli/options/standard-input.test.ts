/** How long standard input is waited for, and what people are told meanwhile. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { afterSeconds } from "../../../src/cli/options/standard-input.ts";

const told = (came: string, seconds: number): object => ({
  tell: `Reading standard input to its end: ${came} after ${seconds} seconds. For a run without it: < /dev/null`,
});
const gaveUp = (seconds: number): object => ({ giveUp: `Nothing arrived on standard input for ${seconds} seconds.` });

for (const [seconds, bytes, isCi, wanted] of [
  [3, 0, false, told("nothing", 3)],
  [6, 0, false, {}],
  [27, 0, true, {}],
  [30, 0, true, told("nothing", 30)],
  [60, 0, true, gaveUp(60)],
  [60, 1, true, told("1 byte", 60)],
  [60, 0, false, told("nothing", 60)],
  [597, 0, false, {}],
  [600, 0, false, gaveUp(600)],
  [900, 2, true, told("2 bytes", 900)],
] as const) {
  test(`${seconds} s, ${bytes} bytes, ${isCi ? "in CI" : "elsewhere"}`, () => {
    assert.deepEqual(afterSeconds(seconds, bytes, isCi), wanted);
  });
}
