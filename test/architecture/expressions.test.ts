/**
 * No regular expression of the program takes a time that grows with the square of a text. Each one is tried on texts that repeat
 * one or two characters. What needs a special beginning is found by the tests of hostile texts in each area.
 */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseAst } from "rolldown/parseAst";

const ROOT = join(import.meta.dirname, "../..");

/** Files whose expressions read only what this program, its operator or the machine wrote, or texts of a few hundred characters. */
const OWN_TEXTS: readonly string[] = [
  "src/cell/egress/upstream.ts",
  "src/cell/process/",
  "src/cell/registries/",
  "src/cli/",
  "src/job/context/github-job.ts",
  "src/github/api/client.ts",
  "src/job/sessions/",
  "src/replay/",
  "src/run/open/secrets.ts",
  "src/batch/file/verify-template.ts",
  "src/policy/near-form.ts",
  "src/base/words.ts",
  // A part of a pattern in which each bracket is closed.
  "src/policy/shell/shape.ts",
];

/** Literals of a program's text, each with its source and flags. */
function literalsOf(code: string, file: string): readonly RegExp[] {
  const found: RegExp[] = [];
  JSON.stringify(parseAst(code, { lang: "ts" }, file), (_, node: unknown) => {
    const { regex } = (node ?? {}) as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex !== undefined) found.push(new RegExp(regex.pattern, regex.flags));
    return typeof node === "bigint" ? undefined : node;
  });
  return found;
}

const CHARS = Array.from(" \t\n\r\"'`<>/\\=-_.:;,|!?&#%@$~*+()[]{}0a\u2028");
const PIECES = [...CHARS, ...CHARS.map((char) => `${char}a`), ...CHARS.map((char) => `${char} `), "a\n", "{/", "]["];
/** With an end that no expression waits for. The short texts find a cube, for which the long ones would take minutes. */
const TEXTS = [300, 5_000].flatMap((chars) => PIECES.map((piece) => `${piece.repeat(chars / piece.length)}\u0001`));
/** Reading a text once takes less than 0.5 ms, and a square some 20 ms. */
const MAX_MS = 8;

/** Whether the time for one of the texts is too long. */
function isSlow(pattern: RegExp): boolean {
  return TEXTS.some((text) => {
    const began = process.cpuUsage().user;
    pattern.lastIndex = 0;
    if (pattern.global) text.replace(pattern, "");
    else pattern.test(text);
    return process.cpuUsage().user - began > MAX_MS * 1_000;
  });
}

test("an expression with a square is found", () => {
  const code = String.raw`const a = text.replace(/\s+$/, ""); const b = /^[ \t]*x/.test(text); const c = /(?<!\s)\s+$/;`;
  const slow = literalsOf(code, "a.ts").filter(isSlow);
  assert.deepEqual(slow.map(String), [String.raw`/\s+$/`]);
});

test("no expression takes a time that grows with the square of a foreign text", () => {
  const slow = globSync("src/**/*.ts", { cwd: ROOT })
    .filter((file) => !OWN_TEXTS.some((own) => file.startsWith(own)))
    .flatMap((file) =>
      literalsOf(readFileSync(join(ROOT, file), "utf8"), file)
        // The second reading is for a processor that was busy.
        .filter((pattern) => isSlow(pattern) && isSlow(pattern))
        .map((pattern) => `${file}: ${String(pattern)}`),
    );
  assert.deepEqual(slow, []);
});
