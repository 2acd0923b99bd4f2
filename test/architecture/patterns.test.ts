/** Regular expressions of the policy: a dot matches line breaks too. Without that, a name with a line break in it got past them. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const LITERAL = /(?<=[(,=:[!&|?{};>]\s*|^\s*)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([a-z]*)/gm;

const COMMENT = /^[ \t]*(?:\/\*\*[^]*?\*\/|\/\/.*$)/gm;

/** Literals with a dot that stands for a character, and without the flag `s`. */
function narrowDots(code: string): readonly string[] {
  return Array.from(code.replaceAll(COMMENT, "").matchAll(LITERAL)).flatMap(([literal, body = "", flags = ""]) => {
    const bare = body.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, "");
    return bare.includes(".") && !flags.includes("s") ? [literal] : [];
  });
}

test("a dot is found where it stands for a character, and nowhere else", () => {
  const code = String.raw`const A = /a\.b[.]c/;
const b = x.replace(/^(?:--a=)(.+)$/, "/.");
  /first.of a line/i.test(x) || /ok./s.test(x); // not/a.b/here
/** It is \`=/a.b/\`. */
const half = n / 2.5 / 3;`;
  assert.deepEqual(narrowDots(code), ["/^(?:--a=)(.+)$/", "/first.of a line/i"]);
});

test("patterns of the policy match line breaks", () => {
  const found = globSync("src/policy/**/*.ts").flatMap((file) =>
    narrowDots(readFileSync(file, "utf8")).map((literal) => `${file}: ${literal}`),
  );
  assert.deepEqual(found, []);
});
