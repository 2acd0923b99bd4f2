/** Tables of the documents hold what the program has, no more and no less; pages that are made from it are fresh. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { BUILTIN_MODES } from "../../src/agents/builtin-modes.ts";
import { readArgs } from "../../src/cli/options/args.ts";
import { runCommand } from "../../src/cli/run.ts";
import { BUILTINS } from "../../src/commands/builtins.ts";
import { HOOK_NAMES } from "../../src/protocol/hooks.ts";
import { exitCode, OUTCOME_NAMES } from "../../src/protocol/outcome.ts";
import { ANSWER_VERBS } from "../../src/github/event/answer.ts";
import { parseEvent } from "../../src/github/event/event.ts";
import { RUN_VERBS } from "../../src/github/event/command.ts";
import { isBundleFile } from "../../src/session/bundle.ts";
import { TOOLS } from "../../src/tools/registry.ts";
import { cliHere } from "../doubles/cli-here.ts";

/** Cells of the rows of all tables of a page, or of one section of it; heads and lines left out. */
function rowsOf(page: string, section?: string): string[][] {
  const text = readFileSync(page, "utf8");
  const part = section === undefined ? text : (text.split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "");
  const lines = part.split("\n");
  return lines
    .filter(
      (line, index) => line.startsWith("| ") && !line.startsWith("| -") && lines[index + 1]?.startsWith("| -") !== true,
    )
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1)) // an escaped bar is text
    .map((cells) => cells.map((cell) => cell.trim()));
}

function codes(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

test("docs made from the program are fresh", () => {
  execFileSync(process.execPath, ["scripts/docs.ts", "--check"]);
});

test("docs/outcomes.md has every outcome with its exit code", () => {
  assert.deepEqual(
    rowsOf("docs/outcomes.md").map(([outcome = "", code]) => [codes(outcome)[0], Number(code)]),
    OUTCOME_NAMES.map((outcome) => [outcome, exitCode(outcome)]),
  );
});

test("docs/kimi-cli.md has every tool but those of GitHub, by names that are understood, each with a test that calls it", () => {
  const named = TOOLS.filter(({ needs }) => !needs.includes("github")).map(({ name, aliases = [], calledAs = [] }) => [
    ...new Set([name, ...aliases, ...calledAs]),
  ]);
  const rows = rowsOf("docs/kimi-cli.md", "The tools of Kilo Code and Kimi CLI")
    .filter(([, state = ""]) => !state.startsWith("left out"))
    .map(([tools = "", , proof = ""]) => ({
      tools: codes(tools.replaceAll(/ with `\w+`/g, "")),
      proofs: [...proof.matchAll(/\]\((.+?)\)/g)].map(([, path = ""]) => readFileSync(resolve("docs", path), "utf8")),
    }));
  const said = rows.flatMap(({ tools }) => tools);
  assert.deepEqual(
    said.filter((tool) => !named.some((names) => names.includes(tool))),
    [],
    "names that no tool has",
  );
  assert.deepEqual(
    named.filter((names) => !names.some((name) => said.includes(name))).map(([name]) => name),
    [],
    "tools that the table does not have",
  );
  const calls = (proof: string, name: string): boolean =>
    proof.includes(`"${name}"`) ||
    proof.includes(`${name.replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase())}Tool`);
  const untried = rows.flatMap(({ tools, proofs }) =>
    tools.filter((tool) => {
      const names = named.filter((some) => some.includes(tool)).flat();
      return !proofs.some((proof) => names.some((name) => calls(proof, name)));
    }),
  );
  assert.deepEqual(untried, [], "tools that their test does not call");
});

test("docs/github.md has every event that starts a run", () => {
  const { reason } = parseEvent("push", {}) as { readonly reason: string };
  const named = rowsOf("docs/github.md", "What starts a run").flatMap(([events = ""]) => codes(events));
  assert.deepEqual(new Set(named), new Set(/Supported: (.*)\.$/.exec(reason)?.[1]?.split(", ")));
});

test("docs/commands.md has every verb", () => {
  const verbs = rowsOf("docs/commands.md").map(([command = ""]) => codes(command)[0]?.split(" ")[1] ?? "");
  assert.deepEqual(
    verbs.filter((verb) => !verb.startsWith("/")).toSorted(),
    [...RUN_VERBS, ...ANSWER_VERBS, "status", "help"].toSorted(),
  );
});

test("docs/bundle.md names files that a bundle has", () => {
  const files = rowsOf("docs/bundle.md").map(([file = ""]) => codes(file)[0] ?? "");
  assert.equal(files.length, 10);
  assert.deepEqual(
    files.filter((file) => !isBundleFile(file.endsWith("/") ? `${file}${"0".repeat(64)}.txt` : file)),
    [],
  );
});

test("docs/hooks.md has every event", () => {
  assert.deepEqual(
    rowsOf("docs/hooks.md")
      .flatMap(([event = ""]) => codes(event))
      .toSorted(),
    HOOK_NAMES.toSorted(),
  );
});

test("docs/agents.md has every slash command", () => {
  const named = rowsOf("docs/agents.md", "Slash commands")
    .flatMap(([command = "", does = ""]) => [...codes(command), ...codes(does)])
    .filter((code) => code.startsWith("/") && !code.includes(":"));
  assert.deepEqual(
    new Set(named.map((code) => code.slice(1).split(" ")[0])),
    new Set(BUILTINS.map(({ name }) => name)),
  );
});

test("docs/agents.md has every built-in mode", () => {
  assert.deepEqual(
    rowsOf("docs/agents.md", "Built-in modes").flatMap(([mode = ""]) => codes(mode)),
    BUILTIN_MODES.map(({ slug }) => slug),
  );
});

/** The help of `kimi-runner <words> --help`, as a user sees it. */
async function help(...words: readonly string[]): Promise<string> {
  return (await cliHere([...words, "--help"], { cwd: process.cwd(), env: {} })).stdout;
}

test("docs/command-line.md has every command and every option", async () => {
  const ofAll = await help();
  assert.equal(execFileSync(process.execPath, [resolve("src/cli.ts"), "--help"], { encoding: "utf8" }), ofAll);
  const commands = [...ofAll.matchAll(/^ {2}(\w+)/gm)].map(([, name = ""]) => name);
  const helps = await Promise.all(commands.map(async (command) => await help(command)));
  const options = helps.flatMap((text) => [...text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)]);
  const rows = rowsOf("docs/command-line.md");
  const named = rows.flatMap(([first = "", second = ""]) => [...codes(first), ...codes(second)]);
  const words = named.map((code) => code.split(" ")[0] ?? "");
  assert.deepEqual(
    new Set(words.filter((word) => /^\w/.test(word))).intersection(new Set(commands)),
    new Set(commands),
  );
  assert.deepEqual(
    new Set(words.filter((word) => word.startsWith("--"))),
    new Set(options.map(([, option = ""]) => option)),
  );
});

test("docs/wire.md has every message of our own", () => {
  const sources = globSync(["src/sinks/*.ts", "src/cli/*.ts"]).map((path) => readFileSync(path, "utf8"));
  const sent = sources.flatMap((text) => [
    ...[...text.matchAll(/\bown\(\s*"(\w+)"|^ {2}"\w+\.\w+": \[\s*"(\w+)"/gm)].map(
      ([, name, row]) => `Runner${name ?? row}`,
    ),
    ...[...text.matchAll(/(?:type: |message\()"(Runner\w+)"/g)].map(([, name = ""]) => name),
  ]);
  const named = rowsOf("docs/wire.md", "Messages of kimi-runner's own").flatMap(([message = ""]) => codes(message));
  assert.deepEqual(named.toSorted(), [...new Set(sent)].toSorted());
});

test("docs/command-line.md has every choice of an option", async () => {
  const rows = rowsOf("docs/command-line.md");
  for (const command of ["run", "export"]) {
    for (const [, option = "", values = ""] of (await help(command)).matchAll(/(--[\w-]+) <([\w-]+(?:\|[\w-]+)+)>/g)) {
      const told = rows
        .filter((cells) => cells.some((cell) => codes(cell).includes(option)))
        .map((cells) => cells.at(-1) ?? "");
      const missing = values.split("|").filter((value) => !told.some((text) => codes(text).includes(value)));
      assert.deepEqual(missing, [], `${option} of ${command}`);
    }
  }
});

test("docs/command-line.md: an option of another program is answered with the one in its row", () => {
  for (const [here = "", _what, ...others] of rowsOf("docs/command-line.md", "Beside other programs")) {
    const own = codes(here).filter((code) => code.startsWith("-"));
    const theirs = others.flatMap(codes).filter((code) => /^-\S+$/.test(code) && !own.includes(code));
    for (const option of own.length === 0 ? [] : theirs) {
      assert.throws(
        () => readArgs([option], runCommand.options),
        ({ hint = "" }: { hint?: string }) => own.some((name) => hint.includes(name)),
        `${option} for ${here}`,
      );
    }
  }
});
