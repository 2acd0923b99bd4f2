/** One name means one thing in the whole tree: no two files of `src` export the same name. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** Exports of this form are the only ones in `src`: there are no default exports and no export lists. */
const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;

test("every exported name belongs to one file", () => {
  const filesOf = new Map<string, Set<string>>();
  for (const file of globSync("src/**/*.ts").toSorted()) {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(EXPORT)) {
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
    }
  }
  const shared = [...filesOf].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files].join(" "));
  assert.deepEqual(shared, []);
});

test("every export has the form that the search for names reads", () => {
  const other = globSync("src/**/*.ts")
    .filter((file) => !file.endsWith(".d.ts"))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.startsWith("export ") && line.search(EXPORT) === -1)
        .map((line) => `${file}: ${line}`),
    );
  assert.deepEqual(other, []);
});
