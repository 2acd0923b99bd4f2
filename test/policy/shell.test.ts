/** What the policy reads in a command line: argvs, literal targets of redirections, and what it does not understand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { analyseCommand } from "../../src/policy/shell/shell.ts";
import type { ShellWord } from "../../src/policy/shell/word.ts";
import { compileWords, maybeMatches } from "../../src/policy/words-pattern.ts";
import { cpuMs } from "../doubles/cpu-time.ts";

const PLACE = { cwd: ".", workDir: "/work/repo" };
const shown = (words: readonly ShellWord[]): string => words.map(({ value, text }) => value ?? `‹${text}›`).join(" ");

/** Argvs joined by spaces, targets with an arrow, and the problem behind a question mark. */
function read(command: string, cwd = "."): readonly string[] {
  const { parts, problem } = analyseCommand(command, { ...PLACE, cwd });
  const texts = parts.map((part) => (part.kind === "command" ? shown(part.words) : `> ${part.path}`));
  return problem === undefined ? texts : [...texts, `? ${problem}`];
}

function assertReads(table: Readonly<Record<string, readonly string[]>>): void {
  assert.deepEqual(Object.fromEntries(Object.keys(table).map((line) => [line, read(line)])), table);
}

test("every command of a line is found, wherever it stands", () => {
  assertReads({
    "a; b | c && d || e & f |& g": ["a", "b", "c", "d", "e", "f", "g"],
    "(a; { b; })\nif c; then d; elif e; then f; else g; fi": ["a", "b", "c", "d", "e", "f", "g"],
    "for x in $(a); do b; done; while c; do d; done": ["a", "b", "c", "d"],
    "case $(a) in $(b)) c;; *) d;; esac": ["a", "b", "c", "d"],
    "x=$(a) b <(c) >(d)": ["b ‹<(c)› ‹>(d)›", "a", "c", "d"],
    "cat <<A <<'B'\n$(a)\nA\n$(b)\nB": ["cat", "a"],
    "[[ $(a) ]] && [ -f x ] && test -n y": ["a"],
    "! time -p a": ["a"],
    "f() { a; }; coproc b": ["a", "b", "? function definition"],
  });
});

test("words are what the program gets, and what bash computes is no word", () => {
  assertReads({
    [`gi""t 'a b' "c d" e\\ f g$'\\n'h`]: ["git a b c d e f g\nh"],
    'a ~ ~/x *.ts {a,b} "$x" "a$y" $z': ['a ‹~› ‹~/x› ‹*.ts› ‹{a,b}› ‹"$x"› ‹"a$y"› ‹$z›'],
    "ls \\\n  -la # $(x)\n": ["ls -la"],
    'a {"a"},b} x{1..3}': ['a ‹{"a"},b}› ‹x{1..3}›'],
    "make x=~/y -x=~ CC=gcc": ["make ‹x=~/y› -x=~ CC=gcc"],
  });
});

test("wrappers are taken off, and what runs behind others may be any of their words", () => {
  assertReads({
    "timeout -k 3 5m env -i A=1 nice -n 5 npm test": ["npm test"],
    "nohup stdbuf -oL command exec x y": ["x y"],
    "A=1 B=$c npm test": ["npm test"],
    "ls | xargs -0 -n 1 rm -f": ["ls", "rm -f ‹…›"],
    "ls | xargs -I{} cp {} b": ["ls", "cp ‹{}› b"],
    "find src -name '*.o' -exec rm {} +": ["find src -name *.o", "rm ‹{}›"],
    "bash -euo pipefail -c 'a; b > c'": ["a", "b", "> c"],
    'sh -c "cd $D && npm test"': [
      'sh -c ‹"cd $D && npm test"›',
      "npm test",
      "? sh runs text that is not a literal word",
    ],
    'eval "npm test" x': ["eval npm test x", "npm test x", "? eval runs text, or changes what later words mean"],
    "bash <<'E'\nnpm test\nE": ["npm test"],
    "bash x.sh": ["bash x.sh"],
    "./timeout 5 npm test": ["./timeout 5 npm test"],
    "timeout $T npm test": ["timeout ‹$T› npm test", "? timeout $T is not read"],
    "sudo -u me npm test": ["sudo -u me npm test"],
    "command -v npm": ["command -v npm"],
  });
  const { parts } = analyseCommand('ssh -p 22 host "git push"', PLACE);
  assert.deepEqual(
    parts.map((part) => (part.kind === "command" ? part.may.map(shown) : [])),
    [["22 host git push", "host git push", "git push", "git push", "push"]],
  );
});

test("redirections and tee have targets where these are literal", () => {
  assertReads({
    "a > x 2>&1 < y 3>&- 2>/dev/null >>z &>w >| v <> u": ["a", "> x", "> z", "> w", "> v", "> u"],
    "a > $X > b$Y > *.log": ["a"],
    "cd src && a > x; (cd b; c > y) | d > z": ["a", "> src/x", "c", "> src/b/y", "d", "> src/z"],
    "cd $X && a > y; cd /tmp && b > z": ["a", "b"],
    "cd /tmp; a > x; cd /work/repo/docs; a > y": ["a", "> /tmp/x", "a", "> docs/y"],
    "a | tee -a x /tmp/y": ["a", "> x", "> /tmp/y"],
    "{ a; } > x": ["a", "> x"],
    "a > ../b > /work/repo/c > ./d/../e": ["a", "> /work/b", "> c", "> e"],
  });
  assert.deepEqual(read("a > x; cd .. && b > y", "docs"), ["a", "> docs/x", "b", "> y"]);
});

test("what changes the meaning of words, or cannot be read, is not understood", () => {
  const problems: Readonly<Record<string, string | undefined>> = {
    "$X a": "the command's name is computed",
    '"$D/bin/x" a': "the command's name is computed",
    "PATH=. npm test": "assignment to PATH",
    "env LD_PRELOAD=x npm test": "assignment to LD_PRELOAD=x",
    "export PATH=$PWD/bin:$PATH": "export PATH=$PWD/bin:$PATH may change what later words mean",
    "source x.sh": "source runs text, or changes what later words mean",
    "alias x=y": "alias runs text, or changes what later words mean",
    "for IFS in a; do b; done": "loop over IFS",
    "a 'b": "does not parse",
    "a\u0007b": "control characters",
    "x=1; export CI=1 A=$x; set -euo pipefail; read -r y; a": undefined,
    "a $((1 + 2)) ${x:-y} ${#x}": undefined,
    "node -e 1 && python3 -c 'print(1)'": undefined,
  };
  const found = Object.keys(problems).map((line) => [line, analyseCommand(line, PLACE).problem]);
  assert.deepEqual(Object.fromEntries(found), problems);
});

test("a plain line computes, assigns and hides nothing", () => {
  const plain = ["npm test", "cd src && a 'b c' | d; e > x 2>&1", "timeout 5 a", "bash -c 'a && b'"];
  const other = [
    "a $X",
    "a *.ts",
    "A=1 a",
    "a < x",
    "a <<< x",
    "(a)",
    "if a; then b; fi",
    "a > $X",
    "eval a",
    "a $(b)",
  ];
  assert.deepEqual(
    [...plain, ...other].filter((line) => analyseCommand(line, PLACE).isPlain),
    plain,
  );
});

test("a rule is compared with any number of flags in bounded time", () => {
  const { parts } = analyseCommand(`git ${"-a ".repeat(20_000)}log`, PLACE);
  const pattern = compileWords("git push **");
  const spent = cpuMs(() =>
    assert.ok(parts.every((part) => part.kind === "command" && !maybeMatches(pattern, part.words))),
  );
  assert.ok(spent < 500, String(spent));
});

test("hostile lines are read in bounded time", () => {
  const n = 60_000;
  const lines = [
    "(".repeat(n),
    `echo ${"{a,".repeat(n / 3)}`,
    "a;".repeat(n / 2),
    `echo ${"$(".repeat(60)}${"a".repeat(n)}${")".repeat(60)}`,
    `sudo ${"a ".repeat(n / 2)}`,
    `${"xargs ".repeat(n / 6)}a`,
    `echo $((${"1+".repeat(n / 2)}1))`,
  ];
  for (const line of lines) {
    const spent = cpuMs(() => analyseCommand(line, PLACE));
    assert.ok(spent < 4_000, `${line.slice(0, 20)}: ${spent} ms`);
  }
});
