/** The sizes of a bundle from another job. What it says is tried in test/e2e/job/two-phase/forged.test.ts. */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkBundle, type BundleLimits } from "../../src/session/bundle-check.ts";
import { openDelivery, sealDelivery } from "../../src/session/delivery.ts";
import { createScratch } from "../doubles/scratch.ts";

test("too many files, too many bytes and too long a patch are refused before anything is read", () => {
  using scratch = createScratch();
  const { dir } = scratch;
  mkdirSync(join(dir, "blobs"));
  for (const digit of "0123456789") writeFileSync(join(dir, `blobs/${digit.repeat(64)}.txt`), "x".repeat(100));
  writeFileSync(join(dir, "changes.patch"), "x".repeat(500));
  const check = (limits: BundleLimits) => () => checkBundle({ dir, limits, describe: (begin) => begin });
  const wide = { files: 100, bytes: 10_000, patchBytes: 1_000 };
  const cases: readonly (readonly [BundleLimits, string])[] = [
    [{ ...wide, files: 10 }, "the folder: it has more than 10 files."],
    [{ ...wide, bytes: 1_499 }, "the folder: it has more than 1499 bytes."],
    [{ ...wide, patchBytes: 499 }, "changes.patch: 500 bytes are too many."],
  ];
  for (const [limits, reason] of cases)
    assert.throws(check(limits), { code: "config.invalid", message: `The bundle is not published: ${reason}` });
  assert.throws(check(wide), { message: `No bundle here: ${dir} (journal.jsonl is missing).` });
});

test("a delivery is read back as it was written, and in no other spelling", () => {
  const delivery = {
    version: 1 as const,
    expects: { thread: "issue 1" },
    attempt: 1,
    hasArtifacts: true,
    warnings: ["w"],
    files: { "journal.jsonl": "a".repeat(64) },
  };
  const text = sealDelivery(delivery);
  assert.deepEqual(openDelivery(text), delivery);
  assert.equal(openDelivery(text.replaceAll("\n", "")), "it was not written by this program");
  assert.equal(openDelivery(text.replace('"w"', '"v"')), "its digest does not match its content");
  assert.match(JSON.stringify(openDelivery(text.replace("a".repeat(64), "short"))), /^"files\.journal\.jsonl: /);
});
