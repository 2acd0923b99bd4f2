/** A large change by areas: what is together, what fits, and how what was left is named. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { areasOf, briefNames } from "../../src/review/areas.ts";
import { askReview } from "../../src/review/ask.ts";
import { areaIn } from "../../src/protocol/tools/finding.ts";

const file = (path: string, size: number) => ({ path, size });

test("folders stay together where they fit, and small ones share an area", () => {
  const files = [
    file("a.md", 1),
    file("api/x/1", 4),
    file("api/x/2", 4),
    file("api/y/1", 4),
    file("db/1", 2),
    file("huge", 30),
    file("web/1", 3),
  ];
  assert.deepEqual(
    areasOf(files, 10).map(({ names, paths }) => [names.join(" "), paths.join(" ")]),
    [
      ["a.md api/x/", "a.md api/x/1 api/x/2"],
      ["api/y/ db/", "api/y/1 db/1"],
      ["huge", "huge"],
      ["web/", "web/1"],
    ],
  );
  assert.deepEqual(areasOf([], 10), []);
});

test("a change that does not fit one request is shown area by area, and what is left is told by folders", async () => {
  const paths = Array.from({ length: 60 }, (_, index) => `d${index % 12}/${index}.ts`).toSorted();
  const files = new Map(paths.map((path) => [path, {}]));
  const patch = (path: string) => `${path}\n${"x".repeat(path === "d0/0.ts" ? 70_000 : 39_000)}\n`;
  const review = { shown: async () => ({ files, patch }), leftOut: async () => new Map() } as unknown as Parameters<
    typeof askReview
  >[0];
  const first = await askReview(review, new Map());
  assert.match(
    first.context,
    /^The change has 60 files to review and is shown in 8 areas\. Review the first one now; .*\n<data from="list">\n1\. d0\//,
  );
  const shown: string[] = [];
  let asked = first;
  for (let done = 1; asked.next !== undefined; done += 1) {
    assert.equal(areaIn([{ role: "user", content: asked.next, synthetic: true }]), done + 1);
    assert.equal(areaIn([{ role: "user", content: asked.next }]), undefined, "a person's words show no area");
    shown.push(asked.next);
    asked = await askReview(review, new Map(), done + 1);
  }
  assert.equal(shown.length, 7);
  const seen = new Set(paths.filter((path) => [first.context, ...shown].some((text) => text.includes(`${path}\nxxx`))));
  assert.deepEqual(
    asked.unshown,
    paths.filter((path) => !seen.has(path) || path === "d0/0.ts"),
  );
  assert.ok(first.context.length < 300_000 && shown.every(({ length }) => length < 300_000));
  assert.match(
    briefNames(asked.unshown, (path) => path),
    /^\d\d files: d0\/ \(1 file\), d5\//,
  );
  assert.equal(
    briefNames(["a", "b/c"], (path) => `<${path}>`),
    "<a>, <b/c>",
  );
});
