/** Where a change brings a key. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { keysBrought } from "../../../src/workspace/change/key-lines.ts";

const keyAt = (at: number): string => `ghp_${`${at}`.padStart(36, "a1B2c3D4e5F6g7H8")}`;

/** To count the lines of each key from the start of the file took a minute for 20,000 of them, and for a file of 16 MB hours. */
test("a file with 60,000 keys, all known but the last, which stands behind the first piece that is searched", async () => {
  const known = Array.from({ length: 60_000 }, (_, at) => `${keyAt(at)}\n`).join("");
  const contents = new Map([
    ["1", Buffer.from(`${known}\n${keyAt(60_000)}`)],
    ["2", Buffer.from(known)],
  ]);
  const edit = { path: "keys.txt", mode: "100644", oldMode: "100644", oid: "1", oldOid: "2" };
  const found = await keysBrought(
    {
      readBlobs: async (ids, take) =>
        ids.forEach((id) => take({ id, type: "blob", content: contents.get(id) ?? Buffer.alloc(0) })),
    },
    [edit],
  );
  const reason = "line 60002 has what looks like a secret (GitHub token), which would become a part of the history";
  assert.deepEqual([...found], [["keys.txt", { rule: "builtin:key", reason }]]);
});
