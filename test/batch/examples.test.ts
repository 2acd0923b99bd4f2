/** The batch files of examples/: each loads, fits the published schema, and is planned in a repository that it could be for. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { readBatchFile } from "../../src/batch/file/batch-file.ts";
import { parsePlan } from "../../src/batch/plan/plan-file.ts";
import { callBatch } from "../doubles/batch-cli.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const EXAMPLES = globSync("examples/batch/*.yml").toSorted();
const FIXTURES = join(import.meta.dirname, "fixtures");

/** What each is planned in: files of the commit, and how many tasks that makes. */
const PLACES: Readonly<
  Record<string, { readonly files: Readonly<Record<string, string>>; readonly titles: readonly string[] }>
> = {
  "migrate.yml": {
    files: {
      "src/a.ts": 'import m from "moment";\n',
      "src/b.ts": 'import d from "date-fns";\n',
      "c.ts": 'import m from "moment";\n',
    },
    titles: ["src/a.ts: date-fns in place of moment"],
  },
  "packages.yml": {
    files: {
      "packages/x/package.json": "{}",
      "packages/x/src/i.ts": "",
      "packages/y/package.json": "{}",
      "packages/y/j.ts": "",
    },
    titles: ["packages/x", "packages/y"],
  },
  "issues.yml": { files: {}, titles: ["#7 Broken"] },
  "alerts.yml": { files: {}, titles: ["#3 js/xss a.js"] },
  "findings.yml": {
    files: { "results.sarif": readFileSync(join(FIXTURES, "bandit.sarif"), "utf8") },
    titles: ["B403 in pkg/bad.py", "B602 in pkg/bad.py"],
  },
  "failing-tests.yml": {
    files: { "reports/tests.xml": readFileSync(join(FIXTURES, "pytest.xml"), "utf8") },
    titles: [
      "test_x.TestA test_bad",
      "test_x test_err",
      "test_x test_par[a]]>b]",
      String.raw`test_x test_par[\xe9\U0001f600]`,
    ],
  },
  "compare.yml": {
    files: { "eval/tasks.jsonl": '{"id":"one","task":"Add a test.","test":"a"}\n' },
    titles: Array<string>(20).fill("one"),
  },
};

test("every example is here, in the README, and fits the schema for editors", () => {
  assert.deepEqual(
    EXAMPLES.map((path) => basename(path)),
    Object.keys(PLACES).toSorted(),
  );
  const readme = readFileSync("examples/README.md", "utf8");
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(readFileSync("schema/batch.schema.json", "utf8")) as object,
  );
  for (const path of EXAMPLES) {
    const text = readFileSync(path, "utf8");
    assert.ok(readme.includes(`(batch/${basename(path)})`), path);
    readBatchFile(path, text);
    assert.ok(validate(parse(text)), `${path}: ${JSON.stringify(validate.errors)}`);
  }
  assert.ok(
    !validate({
      version: 1,
      task: { prompt: "x" },
      source: { list: ["a"], csv: "b" },
      limits: { cost_usd: 1, total_usd: 1 },
    }),
    "two sources",
  );
});

test("every example is planned", async () => {
  const server = createServer((request, response) => {
    const isSearch = request.url?.startsWith("/search") === true;
    const issue = { number: 7, title: "Broken", body: "It is.", created_at: "2026-01-01T00:00:00Z", labels: [] };
    const alert = {
      number: 3,
      rule: { id: "js/xss", severity: "error" },
      most_recent_instance: { location: { path: "a.js", start_line: 1 } },
    };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(isSearch ? { items: [issue] } : [alert]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { GITHUB_TOKEN: "t", GITHUB_REPOSITORY: "o/r", GITHUB_API_URL: `http://127.0.0.1:${port}` };
  try {
    for (const path of EXAMPLES) {
      const name = basename(path);
      using repository = createRepository({
        files: { ...PLACES[name]?.files, [`.github/kimi-batch/${name}`]: readFileSync(path, "utf8") },
      });
      using scratch = createScratch();
      const { out, err } = await callBatch(["plan", name.replace(".yml", ""), "--json"], {
        cwd: repository.dir,
        home: scratch.dir,
        env,
      });
      assert.notEqual(out, "", `${path}: ${err}`);
      assert.deepEqual(
        parsePlan(out, path).tasks.map(({ title }) => title),
        PLACES[name]?.titles,
        path,
      );
    }
  } finally {
    server.close();
  }
});
