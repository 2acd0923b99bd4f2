import assert from "node:assert/strict";
import { test } from "node:test";
import { createHeaderQuoter, quotedHeaders } from "../../../src/workspace/git/patch-headers.ts";

/** git does not apply its own patch for an empty file in such a folder, and the end of a run broke. */
test("names in which a blank stands before a slash are quoted in headers only, wherever the patch is cut", () => {
  const text = [
    "diff --git a/d /e b/d /e",
    "new file mode 100644",
    "diff --git a/a b/c b/a b/c",
    " diff --git a/d /e b/d /e",
    "+x diff --git a/d /e b/d /e",
    'diff --git "a/\\303\\244 /e" "b/\\303\\244 /e"',
    "diff --git a/\u00FF /\u00FE b/\u00FF /\u00FE",
    "diff --git a/d /e b/other /e",
    "+diff --git a/d /e b/d /e",
    "",
  ].join("\n");
  const patch = Buffer.from(text, "latin1");
  const expected = text
    .replace("diff --git a/d /e b/d /e", 'diff --git "a/d /e" "b/d /e"')
    .replace("a/\u00FF /\u00FE b/\u00FF /\u00FE", '"a/\u00FF /\u00FE" "b/\u00FF /\u00FE"');
  assert.equal(quotedHeaders(patch).toString("latin1"), expected);
  for (let first = 0; first <= patch.length; first += 1) {
    const pieces: Buffer[] = [];
    const quoter = createHeaderQuoter((bytes) => pieces.push(bytes));
    for (const piece of [patch.subarray(0, first), patch.subarray(first, first + 9), patch.subarray(first + 9)])
      quoter.add(piece);
    quoter.end();
    assert.equal(Buffer.concat(pieces).toString("latin1"), expected, String(first));
  }
});
