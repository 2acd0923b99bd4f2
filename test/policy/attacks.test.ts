/** Lines that reach another file than their words seem to say: none is approved, and those that bash can run do what is said of them. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { decideCommand } from "./decide-command.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import {
  ENV_READS,
  FLAGS,
  KEY_DETOURS,
  KEY_READS,
  LINKS_IN_LINE,
  MORE_LINKS,
  ODD_NAMES,
  OUTSIDE_READS,
} from "./attacks.ts";
import { EVERYDAY_TOOLS, HELD } from "./everyday-tools.ts";
import { EVERYDAY } from "./everyday.ts";
import { ORDINARY, ORDINARY_SEALED } from "./ordinary.ts";
import { PROJECT_POLICY, TOOLS_POLICY } from "./sample-policy.ts";
import { missing } from "../doubles/missing.ts";

const WIDE = TOOLS_POLICY.replace("{src,test,docs", "{tmp,src,test,docs");
const tools = await loadPolicy(WIDE, { file: "tools.yml" });
const kept = await loadPolicy(
  WIDE.replace("  - { id: ci-files", '  - { id: kept, reject: { read: ["keys/**"] } }\n  - { id: ci-files'),
  { file: "kept.yml" },
);
const RUNGS = ["sealed", "separate", "none"] as const;
const WEAK = ["separate", "none"] as const;

function approved(
  policy: typeof tools,
  lines: readonly string[],
  rungs: readonly (typeof RUNGS)[number][] = RUNGS,
): string[] {
  return lines.filter((line) => rungs.some((rung) => decideCommand(policy, line, { rung }).verdict === "approve"));
}

test("what a rule keeps from being read is not read by a word that may name it", () => {
  assert.ok(KEY_READS.length + KEY_DETOURS.length >= 120, String(KEY_READS.length + KEY_DETOURS.length));
  assert.deepEqual(approved(kept, [...KEY_READS, ...KEY_DETOURS]), []);
});

test("nor is a file of secrets, under any policy", () => {
  assert.ok(ENV_READS.length >= 50);
  assert.deepEqual(approved(tools, ENV_READS), []);
});

test("files outside the workspace are read by permission only", () => {
  assert.ok(OUTSIDE_READS.length >= 100, String(OUTSIDE_READS.length));
  assert.deepEqual(approved(tools, OUTSIDE_READS, WEAK), []);
  assert.deepEqual(approved(tools, ORDINARY_SEALED, WEAK), []);
  assert.deepEqual(approved(tools, ORDINARY_SEALED, ["sealed"]), ORDINARY_SEALED);
  const secrets = OUTSIDE_READS.filter((line) => /environ|shadow|\.npmrc|credentials|settings\.xml/.test(line));
  assert.ok(secrets.length >= 30, String(secrets.length));
  assert.deepEqual(approved(tools, secrets, ["sealed"]), []);
});

test("a link made in a line is not gone through by a later part", () => {
  assert.ok(LINKS_IN_LINE.length + MORE_LINKS.length >= 150, String(LINKS_IN_LINE.length + MORE_LINKS.length));
  assert.deepEqual(approved(tools, [...LINKS_IN_LINE, ...MORE_LINKS]), []);
});

test("flags with one dash, programs with configuration, and names that hold others", () => {
  assert.deepEqual(approved(tools, FLAGS), []);
  assert.deepEqual(approved(kept, ODD_NAMES), []);
});

test("a rule about one folder leaves searches by name and in other folders alone", () => {
  const lines = ["rg -n foo -g '*.ts'", "grep -rn foo src --include=*.ts", "cat src/*.ts", "git log -p -- src", "ls"];
  assert.deepEqual(approved(kept, lines, ["sealed"]), lines);
});

test("ordinary lines stay approved", () => {
  assert.ok(ORDINARY.length >= 60);
  const held = ORDINARY.flatMap((command) => {
    const { verdict, rule, reason } = decideCommand(tools, command, { rung: "sealed" });
    return verdict === "approve" ? [] : [`${command}: ${rule}: ${reason}`];
  });
  assert.deepEqual(held, []);
});

/** A workspace with a kept file, a file of secrets, and a link that leads to its root. */
function workspace(): { readonly dir: string; readonly [Symbol.dispose]: () => void } {
  const dir = mkdtempSync(join(tmpdir(), "kimi-attacks-"));
  for (const folder of ["keys", "src/folder", "docs"]) mkdirSync(join(dir, folder), { recursive: true });
  const files = {
    "keys/a": "PWNED-KEY l\n",
    ".env": "PWNED-ENV l\n",
    "src/a.ts": "PWNED-COPY\n",
    p: "old\n",
    gone: "x\n",
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dir, path), text);
  symlinkSync("..", join(dir, "src/l"));
  symlinkSync("..", join(dir, "src/folder/o"));
  const git = (...args: readonly string[]): void => {
    const identity = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "init.defaultBranch=main"];
    const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: dir, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  };
  git("init", "-q");
  git("add", "-A", "-f");
  git("commit", "-qm", "one");
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}

const LACKS = missing("jq", "rg");

const END = "=end of line=";

/** What each line prints, one after the other in fresh shells. */
function printed(dir: string, lines: readonly string[]): string[] {
  const each = `for line; do bash --noprofile --norc -c "$line" </dev/null 2>/dev/null; printf '${END}'; done`;
  const env = { PATH: process.env["PATH"], HOME: dir, GIT_PAGER: "cat" };
  const { stdout } = spawnSync("bash", ["-c", each, "bash", ...lines], {
    cwd: dir,
    encoding: "utf8",
    env,
    timeout: 60_000,
  });
  return stdout.split(END);
}

test("bash prints the kept file and the secret for these lines", () => {
  using place = workspace();
  const lines = [...KEY_READS.filter((line) => line.startsWith("cat ")), ...KEY_DETOURS, ...ENV_READS].filter(
    (line) => !LACKS.some((name) => line.startsWith(name)) && !line.startsWith("cp "),
  );
  const outputs = printed(place.dir, lines);
  const idle = lines.filter((_, index) => !/PWNED-(KEY|ENV)/.test(outputs[index] ?? ""));
  assert.deepEqual(idle, []);
});

test("bash writes through the link that a line makes", () => {
  const makers = [
    "cp -a src/l src/o",
    "cp -P src/l src/o",
    "cp -R src/l src/o",
    "mv src/l src/o",
    "mv src/folder/o src",
  ];
  for (const maker of makers) {
    using place = workspace();
    printed(place.dir, [`${maker} && echo PWNED > src/o/p && rm -f src/o/gone`]);
    assert.deepEqual(
      [maker, readFileSync(join(place.dir, "p"), "utf8"), existsSync(join(place.dir, "gone"))],
      [maker, "PWNED\n", false],
    );
  }
});

test("the everyday lines of the other corpora stay approved", async () => {
  const project = await loadPolicy(PROJECT_POLICY, { file: "project.yml" });
  assert.deepEqual(approved(project, EVERYDAY, ["sealed"]), EVERYDAY);
  const others = EVERYDAY_TOOLS.filter((line) => !HELD.includes(line));
  assert.deepEqual(approved(tools, others, ["sealed"]), others);
});
