import assert from "node:assert/strict";
import { test } from "node:test";
import { placesIn } from "../../src/base/places-in.ts";

test("places of a row of texts", () => {
  const cases = [
    ["abcab", "ab", [0, 3]],
    ["aaaa", "aa", [0, 1, 2]],
    ["abababc", "ababc", [2]],
    ["aabaaab", "aaab", [3]],
    ["ab", "abc", []],
    ["", "a", []],
    ["abc", "", [0, 1, 2]],
    ["", "", []],
  ] as const;
  for (const [texts, wanted, places] of cases)
    assert.deepEqual(placesIn(texts.split(""), wanted.split("")), places, wanted);
});
