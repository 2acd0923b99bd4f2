/** The completion scripts in the shells that they are for. Fish is asked directly; of zsh only the syntax is checked, as it completes on a terminal only. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { cliHere } from "../doubles/cli-here.ts";

const scriptFor = async (shell: string): Promise<string> =>
  (await cliHere(["completions", shell], { cwd: process.cwd(), env: {} })).stdout;

/** What a shell prints. */
function printed(shell: string, args: readonly string[], input?: string): string {
  const { stdout, stderr, status } = spawnSync(shell, args, { encoding: "utf8", input });
  assert.deepEqual([stderr, status], ["", 0]);
  return stdout;
}

const missing = (shell: string): string | false =>
  spawnSync(shell, ["--version"]).error === undefined ? false : `there is no ${shell} here`;

/** A line as bash divides it: `--option=value` is three words. */
const BASH_CASES = [
  ["kimi-runner rep", "replay"],
  ["kimi-runner batch ", "plan run collect compare status"],
  ["kimi-runner batch run --form", "--format"],
  ["kimi-runner run --sandbox ", "sealed separate none"],
  ["kimi-runner run --sandbox =", "sealed separate none"],
  ["kimi-runner run --sandbox = se", "sealed separate"],
] as const;

test("bash completes commands, actions, options and their values, behind = too", async () => {
  const cases = BASH_CASES.map(([line]) => `complete_line '${line.split(" ").join("' '")}'`);
  const ask = [
    'complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kimi_runner; echo "${COMPREPLY[*]}"; }',
    ...cases,
  ];
  const lines = printed("bash", ["-s"], `${await scriptFor("bash")}\n${ask.join("\n")}\n`).split("\n");
  assert.deepEqual(
    lines.slice(0, -1),
    BASH_CASES.map(([, words]) => words),
  );
});

test("fish completes by the command, which is not another word of the line", { skip: missing("fish") }, async () => {
  const script = await scriptFor("fish");
  const complete = (line: string): readonly string[] =>
    printed("fish", ["--no-config", "-c", `${script}\ncomplete -C '${line}'`])
      .split("\n")
      .flatMap((found) => (found === "" ? [] : [found.split("\t")[0] ?? ""]));
  assert.deepEqual(complete("kimi-runner batch "), ["collect", "compare", "plan", "run", "status"]);
  assert.deepEqual(complete("kimi-runner batch run --pro"), ["--profile"]);
  assert.deepEqual(complete("kimi-runner run view --ht"), []);
  assert.deepEqual(complete("kimi-runner run --sandbox=se"), ["--sandbox=sealed", "--sandbox=separate"]);
});

test("zsh reads its script", { skip: missing("zsh") }, async () => {
  const script = await scriptFor("zsh");
  assert.equal(printed("zsh", ["-f", "-n"], script), "");
  assert.match(script, /'--sandbox=\[/); // without the sign, the value cannot follow in the same word
});
