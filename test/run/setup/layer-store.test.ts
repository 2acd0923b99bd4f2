/** Layers of setup on this machine: a folder that an interrupted removal left is no layer, and stops no run. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createLayerStore, entriesBelow } from "../../../src/run/setup/layer-store.ts";
import { createScratch } from "../../doubles/scratch.ts";

const FOLDERS = [{ at: "/work/node_modules", name: "0", isCache: false }];

test("a layer takes the place of what an interrupted removal left of the one before", () => {
  using scratch = createScratch();
  const store = createLayerStore(scratch.dir, () => 0);
  mkdirSync(join(scratch.dir, "key/1"), { recursive: true });
  symlinkSync("gone", join(scratch.dir, "other")); // a layer that another run removes at this moment looks the same
  const made = join(scratch.dir, "setup-made");
  mkdirSync(join(made, "0"), { recursive: true });
  writeFileSync(join(made, "0/file"), "made");
  assert.equal(store.find("key"), undefined);
  const layer = store.keep("key", made, FOLDERS);
  assert.deepEqual(layer, { dir: join(scratch.dir, "key"), folders: FOLDERS });
  assert.ok(existsSync(join(layer.dir, "0/file")));
  assert.deepEqual(store.find("key"), layer);
});

test("links in a layer are not followed, so that those of a command lead neither outside nor in circles", () => {
  using scratch = createScratch();
  const outside = join(scratch.dir, "outside");
  const made = join(scratch.dir, "setup-made");
  for (const name of ["a", "b", "c"]) mkdirSync(join(made, "0", name), { recursive: true });
  const layers = join(scratch.dir, "layers");
  for (const folder of [outside, layers]) mkdirSync(folder);
  writeFileSync(join(outside, "large"), "x".repeat(5000));
  writeFileSync(join(made, "0/a/file"), "made");
  for (const [at, to] of ["ab", "ac", "ba", "bc", "ca", "cb"]) symlinkSync(`../${to}`, join(made, "0", at!, to!));
  symlinkSync(outside, join(made, "0/out"));
  const names = Array.from(entriesBelow(made), ({ name }) => name);
  assert.equal(names.length, 12);
  assert.ok(!names.includes("large"));
  const { dir } = createLayerStore(layers, () => 0).keep("key", made, FOLDERS);
  assert.equal(JSON.parse(readFileSync(join(dir, "layer.json"), "utf8")).bytes, 4);
});
