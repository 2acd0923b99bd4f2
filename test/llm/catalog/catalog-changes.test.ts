/** What the reviewer of a new catalog is told, and which lists are not taken. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogChanges, whyOld } from "../../../scripts/catalog-changes.ts";

const BEFORE = [
  "kimi/k 1000 100 image 4/0.2/4/20 effort low,high",
  "kimi/gone 1000 100 image 1/1/1/1 none -",
  "openai/same 1000 100 image 1/1/1/2 effort low over=500:2/2/2/4 ends=2027-01-01",
  "openai/tier 1000 100 image 1/1/1/2 effort low over=500:2/2/2/4",
  "zai/dear 1000 100 text 1/1/1/1 none -",
];
const AFTER = [
  "kimi/k 1000 100 image 4/0.2/4/10 effort low,high",
  "kimi/new 1000 100 image 3/3/3/3 none -",
  "openai/same 2000 100 image 1/1/1/2 effort low over=500:2/2/2/4 ends=2027-01-01",
  "openai/tier 1000 100 image 1/1/1/2 effort low",
  "zai/dear 1000 100 text 1/1/1/2 none -",
  "acme/first 1000 100 text 1/1/1/1 none -",
];

test("what can lower a limit of money stands first and is marked", () => {
  assert.equal(
    catalogChanges(BEFORE, AFTER),
    [
      "## ⚠️ New providers\n\n- acme\n",
      "## ⚠️ Lower prices\n\n- kimi/k: 4/0.2/4/20 → 4/0.2/4/10\n- openai/tier: 1/1/1/2/2/2/2/4 → 1/1/1/2\n",
      "## Higher prices\n\n- zai/dear: 1/1/1/1 → 1/1/1/2\n",
      "## New models\n\n- kimi/new: 3/3/3/3\n- acme/first: 1/1/1/1\n",
      "## Models that are gone\n\n- kimi/gone\n",
      "## Other changes\n\n- openai/same: 1000 100 image effort low ends=2027-01-01 over=500 → 2000 100 image effort low ends=2027-01-01 over=500\n- openai/tier: 1000 100 image effort low over=500 → 1000 100 image effort low\n",
    ].join("\n"),
  );
  assert.equal(catalogChanges(BEFORE, BEFORE), "No row changed.\n");
});

test("an older list, and one that nobody renewed for two months, are not taken", () => {
  const now = Date.parse("2026-11-28");
  const why = (version: string, published: string | undefined, known: string | undefined) =>
    whyOld({ version, published }, { known, now });
  assert.deepEqual(
    [
      why("1.5.2", "2026-11-10T08:00:00Z", "1.5.2"),
      why("1.10.0", undefined, "1.9.3"),
      why("1.5.2", undefined, undefined),
      why("1.5.1", "2026-11-10T08:00:00Z", "1.5.2"),
      why("1.5.2", "2026-09-01T08:00:00Z", "1.5.2"),
    ],
    [
      undefined,
      undefined,
      undefined,
      "the catalog is made from version 1.5.2, which is newer",
      "it was published 87 days ago, on 2026-09-01",
    ],
  );
});
