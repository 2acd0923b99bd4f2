/** Each kind of change to a file, in folders and files with unusual names: the end of a run takes it, and so does `apply`. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { outcomeOf } from "../../doubles/cli.ts";
import { applyPatch } from "../../../src/workspace/apply-patch.ts";
import { createScene, FILES, NO_BWRAP, POLICY } from "../harness.ts";

const NAMES = [
  "d /e",
  " d/e",
  "d/e ",
  "d /e /f ",
  "d\t/e\t",
  'd"/e"',
  "d\n/e\n",
  "-d/-e",
  "--/--",
  "d b/d /b/x ",
  "ä /ö",
  "' /'",
  "$(x) /`x`",
];
const KINDS = ["empty", "gone", "mode", "binary", "renamed", "text", "emptied"] as const;
const at = (kind: string, name: string): string => name.replace("/", `/${kind}/`);
const CONTENT: Readonly<Record<string, string>> = { binary: "\0\x01".repeat(400), text: "old\n", emptied: "old\n" };

const MAKE = [
  "import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';",
  "import { dirname } from 'node:path';",
  "for (const [kind, path] of JSON.parse(readFileSync('names.json', 'utf8'))) {",
  "  mkdirSync(dirname(path), { recursive: true });",
  "  if (kind === 'gone') rmSync(path);",
  "  else if (kind === 'mode') chmodSync(path, 0o755);",
  "  else if (kind === 'renamed') renameSync(path, `${path}2 `);",
  "  else writeFileSync(path, kind === 'binary' ? '\\0\\x02'.repeat(400) : kind === 'text' ? 'new\\n' : '');",
  "}",
].join("\n");

test("each change arrives at the end of the run, and by `apply`", { skip: NO_BWRAP || SKIP_OVERLAYS }, async () => {
  const all = KINDS.flatMap((kind) => NAMES.map((name) => [kind, at(kind, name)] as const));
  const before = all.filter(([kind]) => kind !== "empty");
  const files = {
    ...FILES,
    ...Object.fromEntries(before.map(([kind, path]) => [path, CONTENT[kind] ?? ""])),
    "names.json": JSON.stringify(all),
    "make.mjs": MAKE,
    ".github/kimi-policy.yml": POLICY.replace("sandbox: { minimum: none, unsealed: patterns }\n", "").replace(
      "rules:\n",
      'rules:\n  - { id: make, approve: { exec: ["any"], write: ["**"] } }\n',
    ),
  };
  const calls = [
    { calls: [{ name: "execute_command", arguments: { command: "node make.mjs" } }] },
    { calls: [{ name: "attempt_completion", arguments: { result: "Done." } }] },
  ];
  await using scene = await createScene({ replies: (_, n) => calls[n] ?? calls[1] ?? {}, files });
  const { git } = scene.repository;
  const { code, stderr } = await scene.run(["--sandbox", "sealed"]);
  assert.equal(code, 0, stderr);
  const { outcome, checkout, filesChanged } = outcomeOf(scene.bundle);
  assert.deepEqual([outcome, checkout, filesChanged], ["completed", { kind: "applied" }, all.length + NAMES.length]);
  const state = (): string => {
    git("add", "-A");
    return git("write-tree");
  };
  const made = state();
  git("reset", "-q", "--hard");
  git("clean", "-qfd");
  const applied = await scene.cli(["apply", scene.bundle]);
  assert.equal(applied.code, 0, applied.stderr);
  assert.equal(state(), made);

  const patch = readFileSync(join(scene.bundle, "changes.patch"));
  const place = { gitDir: join(scene.repository.dir, ".git"), path: process.env["PATH"] ?? "" };
  const tree = git("rev-parse", "HEAD^{tree}").trim();
  assert.equal(await applyPatch({ ...place, tree, patch }), made.trim(), "as a job for publishing applies it");
  assert.match(patch.toString(), /^diff --git "a\/d \/empty\/e" "b\/d \/empty\/e"$/m);
});
