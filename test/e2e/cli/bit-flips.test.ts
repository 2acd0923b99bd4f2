/**
 * One bit of one file of a bundle is another: of the beginnings one of each byte (with KIMI_TESTS=full every one), and some of the
 * rest. Where a stranger may have been at
 * it, and where somebody asks, that is found; where a session goes on, it is found or makes no difference.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { sha256 } from "../../../src/base/sha256.ts";
import { runCli } from "../../../src/cli/main.ts";
import { sessionFacts } from "../../../src/run/open/session.ts";
import { checkBundle } from "../../../src/session/bundle-check.ts";
import { sealDelivery } from "../../../src/session/delivery.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { sized } from "../../doubles/size.ts";
import { createScene } from "../harness.ts";
import { copyFolder } from "../../doubles/copy-folder.ts";

const HEADER_BYTES = 24;
/** Of a byte at the beginning. */
const BITS = sized(1, 8);
const SAMPLES = sized(10, 40);

const scratch = createScratch();
const dir = join(scratch.dir, "bundle");
let names: readonly string[] = [];

before(async () => {
  await using scene = await createScene();
  assert.equal((await scene.run()).code, 0);
  copyFolder(scene.bundle, dir);
  names = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(dir, name)).isFile());
  const files = Object.fromEntries(names.map((name) => [name, sha256(readFileSync(join(dir, name)))]));
  const delivery = sealDelivery({ version: 1, expects: {}, attempt: 1, hasArtifacts: false, warnings: [], files });
  writeFileSync(join(dir, "delivery.json"), delivery);
});
after(() => scratch[Symbol.dispose]());

/** Numbers of the bits to change in a file of so many bytes: the header's, and others evenly spread over the rest. */
function bitsOf(bytes: number): readonly number[] {
  const header = Math.min(bytes, HEADER_BYTES) * 8;
  const rest = bytes * 8 - header;
  const step = Math.max(1, Math.floor(rest / SAMPLES)) | 1; // odd, so that every bit of a byte has its turn
  const spread = Array.from({ length: SAMPLES }, (_, index) => header + index * step).filter((bit) => bit < bytes * 8);
  const beginning = Array.from({ length: header }, (_, bit) => bit).filter(
    (bit) => (bit + (bit >> 3)) % (8 / BITS) === 0,
  );
  return [...beginning, ...spread, bytes * 8 - 1].filter((bit) => bit >= 0);
}

/** Calls `use` with each change of a file in place, and puts the file back. */
async function withFlips(path: string, use: (bit: number) => Promise<void>): Promise<number> {
  const whole = readFileSync(path);
  const bits = bitsOf(whole.length);
  for (const bit of bits) {
    const changed = Buffer.from(whole);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(path, changed);
    await use(bit);
  }
  writeFileSync(path, whole);
  return bits.length;
}

const check = (): unknown => checkBundle({ dir, describe: sessionFacts });

async function verify(): Promise<number> {
  const quiet = (): void => {};
  const world = { env: {}, cwd: dir, nodePath: "", workerPath: "", out: quiet, err: quiet, warn: quiet };
  return await runCli(["verify", dir], world);
}

test("a publishing job refuses each changed file", async () => {
  assert.ok(check());
  let count = 0;
  for (const name of [...names, "delivery.json"]) {
    count += await withFlips(join(dir, name), async (bit) =>
      assert.throws(check, { code: "config.invalid" }, `${name}: bit ${bit}`),
    );
  }
  assert.ok(check());
  assert.ok(count > 120 * BITS, String(count));
});

test("verify finds each changed file", async () => {
  assert.equal(await verify(), 0);
  const missed: string[] = [];
  for (const name of names) {
    await withFlips(join(dir, name), async (bit) => {
      if ((await verify()) === 0) missed.push(`${name}: bit ${bit}`);
    });
  }
  assert.deepEqual(missed, []);
});

test("a session resumes from its journal alone: a changed journal is refused, and changes of other files have no effect", async () => {
  const held = { name: "execute_command", arguments: { command: "node -e 0" } };
  const replies = (_: unknown, n: number) => (n === 0 ? { calls: [held] } : { text: "done" });
  await using scene = await createScene({ replies });
  assert.equal((await scene.run()).code, 4); // it waits for an answer
  const copies = ["untouched", "views", "journal"].map((name) => `${scene.bundle}-${name}`);
  for (const copy of copies) copyFolder(scene.bundle, copy);
  const [untouched = "", views = "", journal = ""] = copies;
  const flip = (path: string): void => {
    const bytes = readFileSync(path);
    const at = bytes.length >> 1;
    if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  for (const name of readdirSync(views)) if (name.includes(".") && name !== "journal.jsonl") flip(join(views, name));
  flip(join(journal, "journal.jsonl"));
  const resume = async (bundle: string) => await scene.cli(["resume", bundle, "--approve", "all", "--sandbox", "none"]);
  const ends = [await resume(untouched), await resume(views), await resume(journal)];
  assert.deepEqual(ends.map(({ code }) => code).slice(0, 2), [0, 0], ends[1]?.stderr);
  const [, first, second, ...more] = scene.server.requests.map(({ body }) => body);
  assert.deepEqual([second, more], [first, []]);
  assert.equal((await scene.cli(["verify", views])).code, 0);
  assert.match(ends[2]?.stderr ?? "", /journal.*(?:damaged|does not match|not JSON)/i);
});
