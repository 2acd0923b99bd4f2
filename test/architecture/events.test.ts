/** A new event does not compile until every fold and view has decided about it: planted in a copy of the sources. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { copyFolder } from "../doubles/copy-folder.ts";

/** Folders whose files switch on events, and what they import. */
const FOLDERS = ["base", "protocol", "run-model", "session", "sinks", "report", "github", "workspace", "publish"];

interface Planted {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** What the compiler says of a copy of the sources with these changes: file and error code, one of each. */
function compiled(changes: readonly Planted[]): readonly string[] {
  const dir = mkdtempSync(join(tmpdir(), "kimi-planted-"));
  try {
    for (const folder of FOLDERS) copyFolder(`src/${folder}`, join(dir, "src", folder));
    copyFileSync("package.json", join(dir, "package.json"));
    symlinkSync(resolve("node_modules"), join(dir, "node_modules"));
    for (const { file, before, after } of changes) {
      const path = join(dir, file);
      const text = readFileSync(path, "utf8");
      assert.equal(text.split(before).length, 2, `${file} holds once: ${before}`);
      writeFileSync(path, text.replace(before, after));
    }
    const config = JSON.parse(readFileSync("tsconfig.json", "utf8")) as object;
    const include = globSync("src/**/*.ts", { cwd: dir }).filter((path) =>
      readFileSync(join(dir, path), "utf8").includes('/readers.ts"'),
    );
    include.push(MEANINGS);
    writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({ ...config, include }));
    const { stdout } = spawnSync(resolve("node_modules/.bin/tsc"), ["-p", "."], { cwd: dir, encoding: "utf8" });
    const errors = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)].map(
      ([, file, code]) => `${file} ${code}`,
    );
    return [...new Set(errors)].toSorted();
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const READERS = "src/protocol/readers.ts";
const MEANINGS = "src/run-model/meanings.ts";
const WARNING = `  | { readonly type: "warning"; readonly text: string }\n`;

/** TS2366 and TS7030: a function has an end without a return; TS1360: not `never`; TS2741: a property is missing. */
const UNDECIDED = [
  "src/protocol/tally.ts TS2366",
  "src/session/answered-versions.ts TS2366",
  "src/session/context.ts TS1360",
  "src/session/session-state.ts TS2366",
  "src/session/told-events.ts TS2741",
  "src/session/unfinished.ts TS2366",
  "src/session/untold.ts TS2366",
  "src/sinks/context-records.ts TS7030",
  "src/sinks/kimi-wire.ts TS2366",
  ...["TS2741", "TS7053"].map((code) => `src/sinks/wire-own.ts ${code}`),
];

test("an event without a row in both tables is refused, and a row is a promise that every reader in it must keep", () => {
  const text = readFileSync(READERS, "utf8");
  const all = [...text.matchAll(/^ {2}\| ("[\w.]+")/gm)].map(([, name]) => name);
  assert.ok(all.length >= 8, "the readers were found");
  const row = "} as const satisfies";
  const events = `${WARNING}  | { readonly type: "planted.anywhere" }\n  | { readonly type: "planted.everywhere" }\n`;
  const found = compiled([
    { file: "src/protocol/wire.ts", before: WARNING, after: events },
    { file: READERS, before: row, after: `  "planted.everywhere": [${all.join(", ")}],\n${row}` },
  ]);
  assert.deepEqual(found, [`${READERS} TS2741`, `${MEANINGS} TS2536`, `${MEANINGS} TS2739`, ...UNDECIDED].toSorted());
});

test("a reader cannot handle what its row does not name", () => {
  const found = compiled([{ file: READERS, before: `"skill.load": ["own"]`, after: `"skill.load": []` }]);
  assert.deepEqual(found, ["src/sinks/wire-own.ts TS2353"]);
});
