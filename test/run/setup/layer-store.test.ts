/** Layers of setup on this machine: a folder that an interrupted removal left is no layer, and stops no run. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createLayerStore } from "../../../src/run/setup/layer-store.ts";
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
