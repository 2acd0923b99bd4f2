import assert from "node:assert/strict";
import { test } from "node:test";
import { textWithin } from "../../../src/tools/edit/line-ends.ts";

const PARTS = ["a", "b", "\n", "\r\n", "\r", "", "\ufeff"];

test("a text that was not changed is restored byte for byte", () => {
  let state = 7;
  const random = (below: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  for (let round = 0; round < 2000; round += 1) {
    const whole = Array.from({ length: random(12) }, () => PARTS[random(PARTS.length)] ?? "").join("");
    const { text, restore } = textWithin(whole);
    assert.equal(restore(text), whole, JSON.stringify(whole));
  }
});

test("an edit of more lines than a minimal diff has leaves the ends of all lines", () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}${index % 3 === 0 ? "\r\n" : "\n"}`);
  const marked = (text: string): string => text.replaceAll(/^line (?=\d*[02468]\r?$)/gm, "LINE ");
  const { text, restore } = textWithin(lines.join(""));
  assert.equal(restore(marked(text)), marked(lines.join("")));
});

test("a carriage return inside of a line stays where another line changes", () => {
  for (const whole of ["top\r\r\nX\r\n", "top\r\r\nX\nz\n"]) {
    const { text, restore } = textWithin(whole);
    assert.equal(restore(text.replace("X", "Y")), whole.replace("X", "Y"));
  }
});
