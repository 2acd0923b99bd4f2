/** The judgements of the matrix fail for each thing that must not be, and for a harness that does nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { allCells, nameOf } from "./cells.ts";
import { expectedChange, digestOf, type Judged } from "./judged.ts";
import { differences } from "./judgements.ts";
import type { Left } from "./left.ts";
import { START_CANARY } from "./start-state.ts";

const STAMPED = `export const version = "1.2.3-${START_CANARY}";\nexport const last = 1;\n`;
const ADD = "export const add = (a, b) => a - b;\n";
const PATHS = ["src/add.js", "src/version.js"];

/** A cell of the state modified in which all is as it should be. */
function good(name: string): Judged {
  const cell = allCells("sealed").find((one) => nameOf(one) === name) ?? assert.fail(name);
  const contents: Readonly<Record<string, string>> = { "src/add.js": ADD, "src/version.js": STAMPED };
  const edited = cell.case.edits.map(({ path, of }) => [path, digestOf(of(contents[path])) ?? ""] as const);
  const before = Object.fromEntries(edited.map(([path]) => [path, digestOf(contents[path]) ?? ""]));
  const files = Object.fromEntries([...PATHS, ".env"].map((path) => [path, `644 ${digestOf(contents[path] ?? "")}`]));
  const index = PATHS.map((path) => `H 100644 1234 0\t${path}`);
  const judged: Judged = {
    ...cell,
    start: { dir: "", before: { files, index }, contents },
    seen: { before, after: Object.fromEntries(edited), isWhole: true, isUnsaved: false },
    violations: [],
    left: {
      outcome: "completed",
      code: 0,
      published: {},
      patched: {},
      counts: [],
      files: [],
      said: [{ where: "a comment", text: "" }],
      uploaded: [],
      stored: Buffer.from("blob"),
      after: { files, index },
      log: "",
    },
  };
  const published = expectedChange(judged);
  const paths = Object.keys(published);
  const counts = [{ where: "a comment", count: paths.length }];
  return withLeft(judged, { published, patched: { ...published }, files: paths, counts });
}

const withLeft = (judged: Judged, left: Partial<Left>): Judged => ({ ...judged, left: { ...judged.left, ...left } });
const said = (text: string) => ({ said: [{ where: "a comment", text }] });
/** The names of the judgements that find something. */
const finders = (judged: Judged): readonly string[] => [
  ...new Set(differences(judged).map((text) => text.split(":")[0] ?? "")),
];

const LINE = good("modified/other-line@issue");
const { published, after } = LINE.left;
const { "src/add.js": add = "", "src/version.js": version = "" } = published;
const { "src/add.js": _add, ...withoutAdd } = LINE.seen.after;

/** What went wrong → the cell, and the judgements that find it. */
const WRONG: Readonly<Record<string, readonly [Judged, ...string[]]>> = {
  "a file of the step": [withLeft(LINE, { published: { ...published, ".env": "100644 x" } }), "published", "counts"],
  "a deletion of the step": [withLeft(LINE, { published: { ...published, "a.md": "deleted" } }), "published", "counts"],
  "the stamp": [
    withLeft(LINE, { published: { ...published, "src/version.js": `${version}// ${START_CANARY}` } }),
    "published",
    "content",
  ],
  "another mode": [
    withLeft(LINE, { published: { ...published, "src/add.js": add.replace("644", "755") } }),
    "published",
  ],
  "no change": [withLeft(LINE, { published: {}, patched: {}, files: [], counts: [] }), "published", "patch", "outcome"],
  "a patch with less": [withLeft(LINE, { patched: { "src/add.js": add } }), "patch"],
  "a wrong number": [withLeft(LINE, { counts: [{ where: "the summary", count: 3 }] }), "counts"],
  "a list with a file of the step": [withLeft(LINE, said("- out put/a\\.txt +1 −0 (added)")), "counts"],
  "an output with a file of the step": [withLeft(LINE, { files: [...PATHS, ".env"] }), "counts"],
  "content in a comment": [withLeft(LINE, said(`> ${START_CANARY}`)), "content"],
  "content in the bundle": [withLeft(LINE, { uploaded: [{ where: "x", text: START_CANARY }] }), "content"],
  "content in a stored session": [withLeft(LINE, { stored: Buffer.from(`\0${START_CANARY}`) }), "content"],
  "a red end": [withLeft(LINE, { outcome: "published_partially" }), "outcome"],
  "an exit code": [withLeft(LINE, { code: 6 }), "outcome"],
  "a file of the step that is gone": [
    withLeft(LINE, { after: { ...after, files: { ...after.files, ".env": "" } } }),
    "checkout",
  ],
  "a new file": [withLeft(LINE, { after: { ...after, files: { ...after.files, tmp: "644 1" } } }), "checkout"],
  "another index": [withLeft(LINE, { after: { ...after, index: after.index.slice(1) } }), "checkout"],
  "an edit that did not arrive": [{ ...LINE, seen: { ...LINE.seen, after: withoutAdd } }, "harness"],
  "a model that did nothing": [{ ...LINE, seen: { ...LINE.seen, after: LINE.seen.before } }, "harness"],
  "a model that came to no end": [{ ...LINE, seen: { ...LINE.seen, isWhole: false } }, "harness"],
  "a model in another checkout": [{ ...LINE, seen: { ...LINE.seen, before: {} } }, "harness"],
  "a session that was not saved": [{ ...LINE, seen: { ...LINE.seen, isUnsaved: true } }, "harness"],
  "a request that GitHub refuses": [{ ...LINE, violations: ["no User-Agent"] }, "harness"],
};

for (const [what, [judged, ...wanted]] of Object.entries(WRONG)) {
  test(`${what}: found`, () => assert.deepEqual(finders(judged), wanted, differences(judged).join("\n")));
}

test("a cell in which all is as it should be: nothing is found", () => {
  assert.deepEqual(differences(LINE), []);
  assert.deepEqual(differences(good("modified/other@dispatch")), []);
});

test("a file that is left out has to be named with its reason and the key, and alone it is no success", () => {
  const SAME = good("modified/same-line-alone@issue");
  const named = said("src/version.js: an earlier step had changed it; name it in `publish.include`");
  const partly = { outcome: "published_partially", code: 6 };
  assert.deepEqual(differences(withLeft(SAME, { ...named, ...partly })), []);
  assert.deepEqual(finders(withLeft(SAME, named)), ["outcome"]);
  for (const text of ["", "src/version.js", "an earlier step, publish.include", "src/version.js: an earlier step"])
    assert.deepEqual(finders(withLeft(SAME, { ...said(text), ...partly })), ["named"], text);
  const echoed = said("   0.4s ▸ run sed -i 's/a/b/' src/version.js\nan earlier step, publish.include");
  assert.deepEqual(finders(withLeft(SAME, { ...echoed, ...partly })), ["named"]);
  const counted = `${named.said[0]?.text}\n2 of 3 files are left out`;
  assert.deepEqual(finders(withLeft(SAME, { ...said(counted), ...partly })), ["counts"]);
});

test("on a machine the edit has to come to the checkout", () => {
  const local = good("modified/other-line@local");
  assert.deepEqual(finders(withLeft(local, { files: undefined })), ["checkout"]);
  const put = local.case.edits.map(({ path }) => [path, `644 ${local.seen.after[path]}`] as const);
  const files = { ...after.files, ...Object.fromEntries(put) };
  assert.deepEqual(differences(withLeft(local, { files: undefined, after: { ...after, files } })), []);
});
