/**
 * What holds of every regular expression of the program: its time does not grow with the square of a text, for which each one is
 * tried on texts that repeat one or two characters (what needs a special beginning is found by the tests of hostile texts in each
 * area); and those of the policy see what stands behind a line break.
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
];

/** Literals of a program's text, each with its source and flags. */
function literalsOf(code: string, file: string): readonly RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex === undefined) Object.values(node).forEach(visit);
    else found.push(new RegExp(regex.pattern, regex.flags));
  };
  visit(parseAst(code, { lang: "ts" }, file));
  return found;
}

/** The sources with their expressions, each read once. */
const SOURCES = globSync("src/**/*.ts", { cwd: ROOT }).map((file) => ({
  file,
  literals: literalsOf(readFileSync(join(ROOT, file), "utf8"), file),
}));

const CHARS = Array.from(" \t\n\r\"'`<>/\\=-_.:;,|!?&#%@$~*+()[]{}0a\u2028");
const PIECES = [...CHARS, ...CHARS.map((char) => `${char}a`), ...CHARS.map((char) => `${char} `), "a\n", "{/", "]["];
/** With an end that no expression waits for. */
const textOf = (piece: string, chars: number): string => `${piece.repeat(chars / piece.length)}\u0001`;
/** The short texts find a cube, for which the long ones would take minutes. */
const TEXTS = [300, 5_000].flatMap((chars) => PIECES.map((piece) => [piece, chars, textOf(piece, chars)] as const));
/** Reading a text once takes less than 0.5 ms, and a square some 20 ms. */
const MAX_MS = 8;

/** The time of a processor that an expression takes. Other threads of the process, which clean up its memory, do not count. */
function cpuMs(pattern: RegExp, text: string): number {
  const began = process.threadCpuUsage().user;
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, "");
  else pattern.test(text);
  return (process.threadCpuUsage().user - began) / 1_000;
}

/**
 * Whether one of the texts takes too long, and one of four times its length ten times as long: then a square takes 320 ms, and reading
 * once 2 ms, also on a busy machine. Without a repetition, an expression reads each place of a text once.
 */
function isSlow(pattern: RegExp): boolean {
  if (!/[*+{]/.test(pattern.source)) return false;
  return TEXTS.some(
    ([piece, chars, text]) => cpuMs(pattern, text) > MAX_MS && cpuMs(pattern, textOf(piece, 4 * chars)) > 10 * MAX_MS,
  );
}

test("an expression with a square is found", () => {
  const code = String.raw`const a = text.replace(/\s+$/, ""); const b = /^[ \t]*x/.test(text); const c = /(?<!\s)\s+$/;`;
  const slow = literalsOf(code, "a.ts").filter(isSlow);
  assert.deepEqual(slow.map(String), [String.raw`/\s+$/`]);
});

test("no expression takes a time that grows with the square of a foreign text", () => {
  const slow = SOURCES.filter(({ file }) => !OWN_TEXTS.some((own) => file.startsWith(own))).flatMap(
    ({ file, literals }) => literals.filter(isSlow).map((pattern) => `${file}: ${String(pattern)}`),
  );
  assert.deepEqual(slow, []);
});

/** Whether a dot stands for any character but a line break. */
function isNarrow({ source, dotAll }: RegExp): boolean {
  return !dotAll && source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, "").includes(".");
}

/** Without this, a name with a line break in it got past a rule. */
test("in the patterns of the policy, a dot matches line breaks too", () => {
  const code = String.raw`const a = /a\.b[.]c/; const b = /^(?:--a=)(.+)$/; const c = /b./s; const d = /(?:)\\./i;`;
  const narrow = literalsOf(code, "a.ts").filter(isNarrow);
  assert.deepEqual(narrow.map(String), [String.raw`/^(?:--a=)(.+)$/`, String.raw`/(?:)\\./i`]);
  const found = SOURCES.filter(({ file }) => file.startsWith("src/policy/")).flatMap(({ file, literals }) =>
    literals.filter(isNarrow).map((pattern) => `${file}: ${String(pattern)}`),
  );
  assert.deepEqual(found, []);
});
