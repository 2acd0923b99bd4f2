/** What the doctor says of a repository's packages, without a cell: where a command would be tried in one, these tests fail. */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { buildsInCell } from "../../../src/cli/doctor/builds-in-cell.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { temporaryDir } from "../../doubles/cli.ts";

const cell = {
  exec: async () => assert.fail("no command is to be tried"),
} as unknown as Parameters<typeof buildsInCell>[0]["cell"];

/** Name and advice of each finding that asks for something. */
async function advice(root: string, setup?: Policy["sandbox"]["setup"]): Promise<readonly (readonly string[])[]> {
  const sandbox = { minimum: "sealed", network: [], setup } as const;
  const env = { PATH: join(root, "bin"), HOME: root };
  const found = await buildsInCell({ cell, withoutOverlays: undefined, uncopied: [], sandbox, root, env });
  return found.flatMap(({ ok, name, detail }) => (ok === true ? [] : [[name, detail]]));
}

test("a missing package manager and missing packages are said; with sandbox.setup it is not asked for", async () => {
  using place = temporaryDir();
  const write = (name: string, text: string): void => writeFileSync(join(place.dir, name), text);
  write("package.json", `{ "name": "app", "devDependencies": { "left-pad": "1.0.0" } }`);
  write("pnpm-lock.yaml", "");
  const missing = ["node_modules", "is missing: commands find no packages of package.json"];
  const manager = ["pnpm-lock.yaml", "pnpm, which installs what it names, is not on this machine's PATH"];
  assert.deepEqual(await advice(place.dir), [manager, missing]);
  const setup = { run: ["npm ci"], network: [], onFailure: "stop" } as const;
  assert.deepEqual(await advice(place.dir, setup), [manager]);
  mkdirSync(join(place.dir, "node_modules"));
  assert.deepEqual(await advice(place.dir), [manager]);
  write("package.json", "not JSON");
  assert.deepEqual(await advice(place.dir), [manager]);
  mkdirSync(join(place.dir, "bin"));
  writeFileSync(join(place.dir, "bin/pnpm"), "#!/bin/sh\n", { mode: 0o755 });
  assert.deepEqual(await advice(place.dir, setup), []);
});
