/** The reports of a batch, read by what reads such files: XML and CSV readers, and SWE-bench's own loader where it is installed. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { shownText } from "../../src/base/plain-text.ts";
import sax from "sax";
import { sha256 } from "../../src/base/sha256.ts";
import { readCsv } from "../../src/batch/plan/sources/csv.ts";
import { parsePlan, writePlan } from "../../src/batch/plan/plan-file.ts";
import { foldResults } from "../../src/batch/results/fold.ts";
import { predictionFiles } from "../../src/batch/results/predictions.ts";
import { openResults } from "../../src/batch/results/results-file.ts";
import type { ResultsLine } from "../../src/batch/results/results-line.ts";
import { reportsOf } from "../../src/batch/results/write-reports.ts";
import { callBatch } from "../doubles/batch-cli.ts";
import { batchPlan, plannedTask, resultLine, startedLine } from "../doubles/batch.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { without } from "../doubles/missing.ts";

/** The elements of an XML document with their attributes, as a strict reader sees them. */
function elementsOf(xml: string): readonly { readonly name: string; readonly attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const parser = sax.parser(true);
  Object.assign(parser, {
    onerror: (error: Error) => {
      throw error;
    },
    onopentag: ({ name, attributes }: sax.Tag) => found.push({ name, attributes }),
  });
  parser.write(xml).close();
  return found;
}

test("2 crashes, 1 missing bundle, 1 red check: just these in retry.txt, exit 1, 3 errors and 1 failure in JUnit", async () => {
  const list = Array.from({ length: 8 }, (_, index) => `{ path: "f${index}" }`).join(", ");
  const text = `version: 1\ntask: { prompt: "Mend {{path}}." }\nsource: { list: [${list}] }\nlimits: { cost_usd: 1, total_usd: 10 }\n`;
  using repository = createRepository({ files: { ".github/kimi-batch/mend.yml": text } });
  using scratch = createScratch();
  const here = { cwd: repository.dir, home: scratch.dir };
  const dir = join(scratch.dir, "batch");
  const plan = parsePlan((await callBatch(["plan", "mend", "--json", "--dir", dir], here)).out, "out");
  const crashed = { state: "infra", outcome: "interrupted", reason: "The process died.", patch: null } as const;
  const missing = { state: "infra", outcome: null, bundle: null, reason: "There is no bundle.", patch: null } as const;
  const red = { state: "person", outcome: "completed", verification: "red", reason: "npm test failed." } as const;
  const ends = [
    crashed,
    {},
    missing,
    crashed,
    red,
    { state: "nothing", outcome: "no_change", patch: null },
    {},
    {},
  ] as const;
  {
    using results = openResults(dir);
    for (const attempt of [1, 2, 3]) {
      for (const [index, task] of plan.tasks.entries()) {
        const end = ends[index] ?? {};
        if (attempt > 1 && !("state" in end && end.state === "infra")) continue;
        results.append(startedLine(task, { attempt }), resultLine(task, { attempt, ...end }));
      }
    }
  }
  const run = await callBatch(
    ["run", dir, "--api-key", "k", "--sandbox", "none", "--policy", policyIn(scratch.dir)],
    here,
  );
  assert.equal(run.code, 2, "another policy than the plan's");
  const again = await callBatch(["run", dir, "--api-key", "k"], here);
  assert.equal(again.code, 1, again.err);
  const bad = [0, 2, 3, 4].map((index) => plan.tasks[index]?.id ?? "");
  assert.equal(readFileSync(join(dir, "retry.txt"), "utf8"), bad.map((id) => `${id}\n`).join(""));
  const elements = elementsOf(readFileSync(join(dir, "junit.xml"), "utf8"));
  assert.deepEqual(
    elements
      .filter(({ name }) => name === "error" || name === "failure")
      .map(({ name, attributes }) => [name, attributes["type"], attributes["message"]]),
    [
      ["error", "infra", "interrupted: The process died."],
      ["error", "infra", "infra: There is no bundle."],
      ["error", "infra", "interrupted: The process died."],
      ["failure", "person", "completed: npm test failed."],
    ],
  );
  const { attributes: suite = {} } = elements.find(({ name }) => name === "testsuite") ?? {};
  assert.deepEqual([suite["tests"], suite["errors"], suite["failures"], suite["skipped"]], ["8", "3", "1", "0"]);
  const status = await callBatch(["status", dir, "--reports", join(scratch.dir, "out")], here);
  assert.match(
    status.out,
    /\n {6}3 done\n {6}1 nothing to change\n {6}1 for a person to look at\n {6}3 failed outside of the task\n/,
  );
  assert.equal(readFileSync(join(scratch.dir, "out/junit.xml"), "utf8"), readFileSync(join(dir, "junit.xml"), "utf8"));
});

function policyIn(dir: string): string {
  const path = join(dir, "other.yml");
  writeFileSync(path, "version: 1\nsandbox: { minimum: none, unsealed: patterns }\n");
  return path;
}

/** Titles and reasons that would be markup, formulas, or no XML. */
const HOSTILE = [
  "=1+1",
  "@ann fixes #3",
  "a|b<script>&amp;\n| c |",
  "\u0000\u0008\uFFFE\uD800 ]]>",
  '"quoted", é😀',
  "![x](http://evil) `a` **b**",
  "::error::x",
  "-cmd|'/c calc'!A0",
  "$x^2$ ~~a~~",
  "read_file_of: $0.80, then $0.79",
];

test("reports of hostile titles are well-formed, and no cell is a formula", () => {
  const tasks = HOSTILE.map((title, index) => plannedTask(index + 1, { title: title.toWellFormed() }));
  const lines = tasks.map((task, index) => resultLine(task, { state: "person", reason: HOSTILE[index] ?? "" }));
  const reports = reportsOf(foldResults(batchPlan(tasks), lines), () => undefined);
  assert.deepEqual([...reports.keys()], ["report.md", "report.csv", "junit.xml", "retry.txt"]);
  const cases = elementsOf(reports.get("junit.xml") ?? "").filter(({ name }) => name === "testcase");
  assert.deepEqual(
    cases.map(({ attributes }) => attributes["name"]),
    tasks.map(({ title, id }) => `${title.replaceAll(/[\u0000-\u0008\uFFFE]/g, "\uFFFD")} [${id}]`),
  );
  const rows = readCsv({ file: "report.csv", text: reports.get("report.csv") ?? "" });
  assert.deepEqual(
    rows.map(({ fields }) => fields["title"]),
    tasks.map(({ title }) => (/^[=@-]/.test(title) ? `'${title}` : title)),
  );
  const markdown = reports.get("report.md") ?? "";
  const table = markdown.split("\n").filter((line) => line.includes("person |"));
  assert.equal(table.length, HOSTILE.length);
  assert.deepEqual(
    table.filter((line) => /@ann|^::|#3/.test(line)),
    [],
  );
  assert.ok(
    table.every((line) => line.split(/(?<!\\)\|/).length === 8),
    "six cells in each row",
  );
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const tags = new Set([...html.matchAll(/<(\w+)/g)].map(([, tag = ""]) => tag));
  assert.deepEqual([...tags].toSorted(), ["a", "code", "h1", "h2", "p", "table", "tbody", "td", "th", "thead", "tr"]);
  assert.deepEqual([...new Set(html.match(/href="[^"]*"/g))], ['href="http://evil"'], "an address is a link to itself");
  const drawn = [...html.matchAll(/<td>(.*?) <code>\w+<\/code><\/td>/g)].map(([, cell = ""]) =>
    cell
      .replaceAll(/<[^>]*>|&lt;!-- --&gt;/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&"),
  );
  assert.deepEqual(
    drawn,
    tasks.map(({ title }) => shownText(title).replaceAll(/\s+/g, " ").trim()),
    "each title is drawn as it is",
  );
});

test("python reads the same values from junit.xml and report.csv", { skip: without("python3") }, () => {
  using scratch = createScratch();
  const tasks = HOSTILE.map((title, index) => plannedTask(index + 1, { title: title.toWellFormed() }));
  const reports = reportsOf(
    foldResults(batchPlan(tasks), [resultLine(tasks[0] ?? plannedTask(1), { state: "infra" })]),
    () => undefined,
  );
  for (const [name, text] of reports) writeFileSync(join(scratch.dir, name), text);
  const script = `
import csv, json, sys, xml.etree.ElementTree as ET
root = ET.parse('junit.xml').getroot()
rows = list(csv.DictReader(open('report.csv', newline='', encoding='utf-8')))
print(json.dumps([len(root.findall('.//testcase')), len(root.findall('.//error')), len(root.findall('.//skipped')), [r['title'] for r in rows]]))`;
  const ran = spawnSync("python3", ["-c", script], { cwd: scratch.dir, encoding: "utf8" });
  const titles = tasks.map(({ title }) => (/^[=@-]/.test(title) ? `'${title}` : title));
  assert.deepEqual(JSON.parse(ran.stdout), [HOSTILE.length, 1, HOSTILE.length - 1, titles], ran.stderr);
});

const PATCH = `diff --git a/src/a.py b/src/a.py
index 1..2 100644
--- a/src/a.py
+++ b/src/a.py
@@ -1 +1 @@
-Binary files a and b differ
+GIT binary patch\rdiff --git a/x.orig b/x.orig
`;
const SCRATCH_FILES = `diff --git a/reproduce.py b/reproduce.py
new file mode 100644
index 0..1
--- /dev/null
+++ b/reproduce.py
@@ -0,0 +1 @@
+print(1)
diff --git a/src/a.py.orig b/src/a.py.orig
new file mode 100644
--- /dev/null
+++ b/src/a.py.orig
@@ -0,0 +1 @@
+x
diff --git a/logo.png b/logo.png
index 1..2 100644
GIT binary patch
literal 1
IcmZPo000310RR91

`;

/** `preds.jsonl` of tasks that ended in each way; it is the only file. */
function predictions(): string {
  const instance = (number: number): ReturnType<typeof plannedTask> =>
    plannedTask(number, { fields: { instance_id: `a__b-${number}`, base_commit: "c".repeat(40) }, model: "kimi/k2" });
  const tasks = Array.from({ length: 8 }, (_, index) => instance(index + 1));
  const states = ["done", "nothing", "infra", "waiting", "limit", "person", "done"] as const;
  const lines: readonly ResultsLine[] = states.map((state, index) => {
    const patch = state === "done" || state === "limit" ? `patch-${index + 1}` : null;
    return resultLine(tasks[index] ?? instance(1), { state, patch, outcome: state === "infra" ? null : "completed" });
  });
  const patches: Readonly<Record<string, string>> = { "patch-1": SCRATCH_FILES + PATCH, "patch-5": SCRATCH_FILES };
  const files = predictionFiles(foldResults(batchPlan(tasks), lines), ({ patch }) => patches[patch ?? ""]);
  assert.deepEqual([...files.keys()], ["preds.jsonl"]);
  return files.get("preds.jsonl") ?? "";
}

const jsonLines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

test("preds.jsonl has the model's patch without binary and scratch files, and no line for a task without an answer", () => {
  assert.deepEqual(
    jsonLines(predictions()),
    [
      ["1", PATCH],
      ["2", ""],
      ["5", ""],
      ["6", ""],
    ].map(([number, patch]) => ({ instance_id: `a__b-${number}`, model_name_or_path: "kimi/k2", model_patch: patch })),
  );
});

test("models whose names differ in odd characters alone have a file of predictions each", () => {
  const models = ["kimi/k2", "kimi:k2", "kimi?k2"];
  const tasks = models.map((model, at) => plannedTask(at + 1, { fields: { instance_id: "a__b-1" }, model }));
  const lines = tasks.map((task) => resultLine(task, { state: "nothing", patch: null, outcome: "completed" }));
  const files = predictionFiles(foldResults(batchPlan(tasks), lines), () => undefined);
  assert.deepEqual([...files.keys()], ["preds-kimi_k2.jsonl", "preds-kimi_k2-2.jsonl", "preds-kimi_k2-3.jsonl"]);
  assert.deepEqual(
    [...files.values()].flatMap(jsonLines).map((line) => (line as { model_name_or_path: string }).model_name_or_path),
    models,
  );
});

/** A Python that may have the package swebench, which takes 490 MB. */
const PYTHON = process.env["KIMI_TEST_SWEBENCH_PYTHON"] ?? "python3";
const FIND_SWEBENCH = "import importlib.util, sys; sys.exit(importlib.util.find_spec('swebench') is None)";
const NO_SWEBENCH =
  spawnSync(PYTHON, ["-c", FIND_SWEBENCH]).status !== 0 &&
  "the Python package swebench is not installed (KIMI_TEST_SWEBENCH_PYTHON names a Python that has it)";

test("SWE-bench's own loader reads preds.jsonl", { skip: NO_SWEBENCH }, () => {
  const text = predictions();
  using scratch = createScratch();
  writeFileSync(join(scratch.dir, "preds.jsonl"), text);
  const script =
    "import json\nfrom swebench.harness.utils import get_predictions_from_file\nprint(json.dumps(get_predictions_from_file('preds.jsonl', 'none', 'test')))";
  const ran = spawnSync(PYTHON, ["-c", script], { cwd: scratch.dir, encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  assert.deepEqual(JSON.parse(ran.stdout.trim().split("\n").at(-1) ?? ""), jsonLines(text));
});

test("each model and repetition has a file of predictions, and a missing bundle gives no line", async () => {
  using scratch = createScratch();
  const task = (number: number, model: string, repeat: number): ReturnType<typeof plannedTask> =>
    plannedTask(number, { fields: { instance_id: "a__b-1" }, model, repeat, item: "000000000099" });
  const tasks = [task(1, "kimi/a", 1), task(2, "kimi/a", 2), task(3, "openai/b", 1)];
  const dir = join(scratch.dir, "batch");
  const plan = batchPlan(tasks);
  writePlan(dir, plan);
  {
    using results = openResults(dir);
    results.append(...tasks.map((one) => resultLine(one, { patch: sha256(PATCH) })));
  }
  for (const number of [1, 3]) {
    const path = join(dir, `tasks/${String(number).padStart(12, "0")}/1/changes.patch`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, number === 1 ? PATCH : "another patch");
    writeFileSync(join(dirname(path), "session.json"), "{}");
    writeFileSync(join(dirname(path), "journal.jsonl"), "");
  }
  const { err } = await callBatch(["status", dir, "--reports", dir], { cwd: scratch.dir, home: scratch.dir });
  const names = ["preds-kimi_a__run-1.jsonl", "preds-kimi_a__run-2.jsonl", "preds-openai_b__run-1.jsonl"];
  assert.deepEqual(
    [...err.matchAll(/(preds.*)\n/g)].map(([, name]) => name),
    names,
    err,
  );
  assert.deepEqual(
    names.map((name) => readFileSync(join(dir, name), "utf8").split("\n").length - 1),
    [1, 0, 0],
  );
  assert.deepEqual(readFileSync(join(dir, "report.md"), "utf8").match(/src\/\d\.ts \(.*?\)/g), [
    "src/1.ts (kimi/a, run 1)",
    "src/2.ts (kimi/a, run 2)",
    "src/3.ts (openai/b, run 1)",
  ]);
});
