import assert from "node:assert/strict";
import { test } from "node:test";
import { analyseCommand } from "../../../src/policy/shell/shell.ts";
import { readSed } from "../../../src/policy/profiles/sed-program.ts";
import { staticWord } from "../../../src/policy/shell/word.ts";
import { cpuMs } from "../../doubles/cpu-time.ts";

/** Parts as short texts: argv joined by spaces, files with an arrow. */
function parts(command: string, cwd = "."): string[] {
  return analyseCommand(command, { cwd, workDir: "/work/repo" }).parts.map((part) =>
    part.kind === "command"
      ? part.words.map((word) => word.value ?? `‹${word.text}›`).join(" ")
      : `${part.kind === "write" ? ">" : "<"} ${part.path}`,
  );
}

const problem = (command: string): string | undefined =>
  analyseCommand(command, { cwd: ".", workDir: "/work/repo" }).problem;

test("every command of a line is found", () => {
  assert.deepEqual(parts("a; b | c && d || e & f |& g"), ["a", "b", "c", "d", "e", "f", "g"]);
  assert.deepEqual(parts("(a; { b; })\nif c; then d; elif e; then f; else g; fi"), ["a", "b", "c", "d", "e", "f", "g"]);
  assert.deepEqual(parts("for x in $(a); do b; done; while c; do d; done; case $(e) in $(f)) g;; *) h;; esac"), [
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
  ]);
  assert.deepEqual(parts('! time -p a "$(b)" `c` <(d) >(e) ${x:-$(f)}'), [
    "b",
    "c",
    "d",
    "e",
    "f",
    'a ‹"$(b)"› ‹`c`› ‹<(d)› ‹>(e)› ‹${x:-$(f)}›',
  ]);
  assert.deepEqual(parts("cat <<A <<'B'\n$(a)\nA\n$(b)\nB"), ["a", "cat"]);
  assert.deepEqual(parts("f() { a; }; coproc b; [[ $(c) ]]"), ["a", "b", "c"]);
});

test("words are what the program gets", () => {
  assert.deepEqual(parts(`gi""t 'a b' "c d" e\\ f g$'\\n'h ~ *.ts {a,b} "$x"`), [
    'git a b c d e f g\nh ‹~› ‹*.ts› ‹{a,b}› ‹"$x"›',
    "< /~",
  ]);
  assert.deepEqual(parts("ls \\\n  -la # $(x)\n"), ["ls -la"]);
  assert.deepEqual(parts("make x=~/y x=a:~ x=a~ -x=~"), ["make ‹x=~/y› ‹x=a:~› x=a~ -x=~", "< /~/y", "< /~"]);
  assert.deepEqual(parts("a \\\n~ b\\\nc=~"), ["a ‹~› ‹b\\\nc=~›", "< /~"]);
});

test("redirections are files, except devices and descriptors", () => {
  assert.deepEqual(parts("a > x 2>&1 < y 3>&- 2>/dev/null >>z &>w >| v <> u"), [
    "> x",
    "< y",
    "> z",
    "> w",
    "> v",
    "< u",
    "> u",
    "a",
  ]);
  assert.deepEqual(parts("> x"), ["> x"]);
  assert.deepEqual(parts("{ a; } > x; (b) < y"), ["> x", "a", "< y", "b"]);
  assert.deepEqual(parts("a > ../../x > /work/repo/y > /work/repository/z > /dev/stderr", "src"), [
    "> /work/x",
    "> y",
    "> /work/repository/z",
    "a",
  ]);
  assert.deepEqual(parts("a | tee -a x y"), ["a", "> x", "> y"]);
});

test("cd moves relative paths, and every directory it may have left the shell in counts", () => {
  assert.deepEqual(parts("cd src && a > x"), ["> src/x", "a"]);
  assert.deepEqual(parts("cd src; a > x"), ["> src/x", "> x", "a"]);
  assert.deepEqual(parts("cd src || exit 1; a > x"), ["> src/x", "> x", "a"]);
  assert.deepEqual(parts("cd a && cd ../b && a > x"), ["> b/x", "a"]);
  assert.deepEqual(parts("(cd src && a > x); b > y"), ["> src/x", "a", "> y", "b"]);
  assert.deepEqual(parts("if cd src; then a > x; else b > y; fi"), ["> src/x", "a", "> y", "b"]);
  assert.deepEqual(parts("$(cd src && a > x); cd src | b > y"), ["> src/x", "a", "‹$(cd src && a > x)›", "> y", "b"]);
});

test("wrappers are taken off where their inner command is certain", () => {
  assert.deepEqual(parts("timeout -s KILL 5m nice -n 3 nohup env CI=1 stdbuf -oL command a -b"), ["a -b"]);
  assert.deepEqual(parts("bash -euo pipefail -c 'a | b > x'"), ["a", "> x", "b"]);
  assert.deepEqual(parts("a | xargs -0 -n 1 b -c"), ["a", "b -c ‹…›"]);
  assert.deepEqual(parts("a | xargs -I{} b x{}y"), ["a", "b ‹x{}y›"]);
  assert.deepEqual(parts("find . -name x -exec a {} \\; -print"), ["a ‹{}›", "find . -name x -print"].toReversed());
  assert.equal(problem('find src -name "*.ts" -exec grep -n "$x" {} +'), undefined);
  assert.deepEqual(parts("true; : x; exit 3; set -e; export CI=1; read -r a; wait"), []);
  assert.deepEqual(parts("./timeout 5 npm test"), ["./timeout 5 npm test"]);
});

test("what is not understood is named, with the parts that were", () => {
  const table: Readonly<Record<string, string>> = {
    "eval a": "eval cannot be judged by its words",
    "sudo a": "sudo runs another command",
    "$x a": "the command's name is not literal",
    "a -$x": "computed flag -$x",
    "x=1 a": "assignment to x",
    "a > $x": "redirection to or from a computed path",
    "cd /": "cd leaves the workspace: /",
    "node -e 1": "node runs code given on the command line",
    python3: "python runs its standard input",
    "a\rb": "control characters",
    "a 'b": "does not parse",
    "ls ( x": "text between words that belongs to no word",
    "echo $((x + 1))": "arithmetic with variables",
    "for PATH in a; do b; done": "loop over the variable PATH",
    "f() { a; }": "function definition",
    "echo \"${x:-$'$(a)'}\"": "quotes inside quotes",
    "a<(b)": "text between words that belongs to no word",
    "a 99999999> x": "a file descriptor above 65536",
    "a >&-x": "ambiguous redirection",
    "find . $x": "find with computed words",
    "find . -execdir a {} +": "find runs a command that is not understood",
    "a | xargs -I{} -n1 b": "xargs with both -I and -n or -L",
    "printf %n PATH": "printf may assign a variable",
    "test -v a": "test of a variable by name",
    "a | tee $x": "tee to a computed path",
  };
  assert.deepEqual(Object.fromEntries(Object.keys(table).map((command) => [command, problem(command)])), table);
  assert.deepEqual(parts("sudo -n git push; eval x; ls"), ["sudo -n git push", "git push", "eval x", "ls"]);
});

test("limits: 50 commands, 32 kB, and nothing throws", () => {
  assert.equal(problem(Array.from({ length: 50 }, () => "a").join(";")), undefined);
  assert.equal(problem(Array.from({ length: 51 }, () => "a").join(";")), "more than 50 commands");
  assert.equal(problem(`a ${"b".repeat(32_766)}`), undefined);
  assert.equal(problem(`a ${"b".repeat(32_767)}`), "longer than 32768 bytes");
  assert.equal(problem(`a ${"$(b) ".repeat(65)}`), "more than 64 substitutions");
  assert.equal(problem(`a ${"../".repeat(201)}`), 'more than 200 steps up by ".."');
  for (const open of ["(", "$(", "{ ", "`", "${x:-", "((", "[[ (", "<(", "if "])
    assert.notEqual(problem(open.repeat(3_000)), undefined);
});

test("a line of full length is read in a time that grows with its length", () => {
  const longest = (begin: string, piece: string, end = ""): string =>
    begin + piece.repeat((32_700 - begin.length - end.length) / piece.length) + end;
  const lines = [
    longest("cat a*", ".a", "!"),
    longest("grep -r a --include=", "["),
    longest("cp -", "r", "! a"),
    longest("node -", "e", "!"),
    longest("perl", "e"),
    longest("cat ", "/", "x"),
    longest("cat ~/.ssh/", ".ssh/", "x"),
  ];
  for (const line of lines) assert.ok(cpuMs(() => problem(line)) < 300, line.slice(0, 40));
  // The time doubled with each character class.
  const program = `s/${"[]a]".repeat(30)}`;
  assert.ok(cpuMs(() => readSed([staticWord(program), staticWord("f")])) < 300);
  assert.ok(cpuMs(() => readSed([staticWord(`${" ".repeat(30_000)}x`), staticWord("f")])) < 300);
});
