/** Options that take numbers take the whole range that their help and the docs name, and an unknown one gets one suggestion. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readArgs } from "../../../src/cli/options/args.ts";

const OPTIONS = { shard: { value: "k", help: "" }, jobs: { value: "n", help: "" } };
const count = (name: "shard" | "jobs", given: string, least: number): number | undefined =>
  readArgs([`--${name}=${given}`], OPTIONS).count(name, least);

test("a count is taken from its first number on", () => {
  assert.deepEqual([count("shard", "0", 0), count("shard", "12", 0), count("jobs", "1", 1)], [0, 12, 1]);
  assert.equal(readArgs([], OPTIONS).count("shard", 0), undefined);
});

for (const [name, given, least] of [
  ["shard", "-1", 0],
  ["shard", "1.5", 0],
  ["shard", "", 0],
  ["shard", "first", 0],
  ["shard", "9007199254740993", 0],
  ["jobs", "0", 1],
] as const) {
  test(`--${name} ${JSON.stringify(given)} is refused with the range`, () => {
    assert.throws(() => count(name, given, least), {
      message: `--${name} ${given} is not a whole number of at least ${least}.`,
    });
  });
}

test("zero is a number only where the option may be zero", () => {
  const jobs = (given: string, mayBeZero: boolean) => readArgs([`--jobs=${given}`], OPTIONS).number("jobs", mayBeZero);
  assert.deepEqual([jobs("0", true), jobs("0.5", false)], [0, 0.5]);
  assert.throws(() => jobs("0", false), { message: "--jobs 0 is not a number above zero." });
  for (const given of ["", " ", "-1", "x", "Infinity"])
    assert.throws(() => jobs(given, true), { message: `--jobs ${given} is not zero or a number above it.` });
});

const RUN = {
  prompt: { value: "text", short: "p", help: "" },
  "max-steps": { value: "n", help: "" },
  cwd: { value: "d", help: "" },
};

test("a negative number, or words that begin with a dash, are the value of the option before them, with or without an equals sign", () => {
  const read = (...argv: string[]) => readArgs(argv, OPTIONS);
  assert.deepEqual([read("--shard", "-1").text("shard"), read("--shard=-1").text("shard")], ["-1", "-1"]);
  assert.deepEqual([read("--", "--shard", "-1").positionals], [["--shard", "-1"]]);
  assert.throws(() => read("--shard", "-x"), { message: "--shard has no value." });
  assert.throws(() => readArgs(["-p", "-x"], RUN), {
    message: "--prompt has no value.",
    hint: "Give one: --prompt <text>, or --prompt=<text> where it begins with a dash.",
  });
  const list = "- the first item\n- the second";
  assert.equal(readArgs(["-p", list, "--cwd", "."], RUN).text("prompt"), list);
  assert.equal(readArgs(["--prompt", list], RUN).text("prompt"), list);
  assert.equal(readArgs(["-p", "-p fails with a space"], RUN).text("prompt"), "-p fails with a space");
  assert.equal(readArgs(["-qp", list], { ...RUN, quiet: { short: "q", help: "" } }).text("prompt"), list);
  for (const next of ["--prompt=fix the bug", "-pfix it now", "--cwd=/my folder"])
    assert.throws(() => readArgs(["--max-steps", next], RUN), { message: "--max-steps has no value." });
});

const SEE = "`--help` lists the options. Text that begins with a dash goes after `--`.";

for (const [given, hint] of [
  ["--max-turns", "Did you mean --max-steps?"],
  ["--max-step", "Did you mean --max-steps?"],
  ["--stpes", "Did you mean --max-steps?"],
  ["--work-dir", "Did you mean --cwd?"],
  ["--print", "Did you mean --prompt?"],
  ["-C", "Did you mean --cwd?"], // --continue, for which it stands too, is not here
  ["--output-format", SEE], // the option that it stands for is not here
  ["--frobnicate", SEE],
  ["-x", SEE],
] as const) {
  test(`${given} is unknown: ${hint}`, () => {
    assert.throws(() => readArgs([given], RUN), { message: `Unknown option '${given}'.`, hint });
  });
}

test("the words behind -- are known apart", () => {
  const { positionals, behindDashes, text } = readArgs(["a", "-p", "b", "--", "ls", "-p"], RUN);
  assert.deepEqual([positionals, behindDashes, text("prompt")], [["a", "ls", "-p"], ["ls", "-p"], "b"]);
});
