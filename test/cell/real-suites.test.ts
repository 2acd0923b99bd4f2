/**
 * The suites of git tools and web frameworks: a test that passes outside passes in the cell. A checkout of each with its packages is
 * hundreds of megabytes; `.github/workflows/builds.yml` makes them each week.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { openCell } from "../../src/cell/open.ts";
import { ALL_REPOSITORIES, toolFolders, toolVariables } from "../../src/cell/process/environment.ts";
import { cellOptions, SKIP_OVERLAYS, SKIP_SEALED } from "../doubles/cell.ts";
import { createScratch } from "../doubles/scratch.ts";

const SUITES = resolve("node_modules/.cache/suites");
const PYTEST = ".venv/bin/python -m pytest -q -p no:cacheprovider --tb=line -rA";

/** Each prints a line for each test, by TAP or by pytest. */
const COMMANDS: Readonly<Record<string, string>> = {
  husky: "sh test.sh && echo 'ok 1 - all'",
  "lint-staged": "npx --no-install vitest run --reporter=tap-flat --coverage.enabled=false",
  "release-it": "node --env-file=.env.test --test --test-reporter=tap",
  "pre-commit": `${PYTEST} tests/git_test.py tests/staged_files_only_test.py tests/commands tests/main_test.py tests/store_test.py`,
  GitPython: `${PYTEST} --no-cov test/test_repo.py test/test_index.py test/test_remote.py test/test_submodule.py`,
  "go-git": "go test -v . ./storage/filesystem/... ./plumbing/transport/file/...",
  koa: "node --test --test-reporter=tap",
  express: "npx --no-install mocha --require test/support/env --reporter tap --check-leaks test/ test/acceptance/",
};

const TIMEOUT_MS = 600_000;
const MAX_BYTES = 20_000_000;

/** The names of tests that passed. */
function passed(output: string): readonly string[] {
  const names = [...output.matchAll(/^ *(?:ok \d+ (?:- )?|PASSED |--- PASS: )(.*?)(?: # .*| \([\d.]+s\))?$/gm)];
  return [...new Set(names.map(([, name = ""]) => name))].toSorted();
}

for (const [name, command] of Object.entries(COMMANDS)) {
  const dir = join(SUITES, name);
  const skip = SKIP_SEALED || SKIP_OVERLAYS || (!existsSync(dir) && `there is no ${dir}`);
  test(`what passes outside passes in the cell: ${name}`, { skip, timeout: 3 * TIMEOUT_MS }, async () => {
    const outside = spawnSync("bash", ["-c", command], {
      cwd: dir,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined }, // a runner in a runner runs nothing
      encoding: "utf8",
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_BYTES,
    });
    using scratch = createScratch();
    const cell = await openCell(
      cellOptions(dir, scratch.dir, {
        want: "sealed",
        isolation: "overlay",
        env: { ...toolVariables(process.env), ...ALL_REPOSITORIES },
        toolDirs: toolFolders(process.env),
      }),
    );
    try {
      await cell.openNetwork({ hosts: [], onDenied: () => {} });
      const inside = await cell.exec({ command, cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_BYTES });
      const there = new Set(passed(inside.output));
      const expected = passed(outside.stdout);
      assert.notEqual(expected.length, 0, outside.stdout.slice(-2000) + outside.stderr.slice(-2000));
      assert.deepEqual(
        expected.filter((one) => !there.has(one)),
        [],
      );
    } finally {
      await cell.releaseOverlay();
      await cell.close();
    }
  });
}
