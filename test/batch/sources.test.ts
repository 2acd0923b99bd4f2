/** Sources: from their bytes to records, and what is refused. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { readCsv } from "../../src/batch/plan/sources/csv.ts";
import { readFiles } from "../../src/batch/plan/sources/files.ts";
import { readJsonl } from "../../src/batch/plan/sources/jsonl.ts";
import type { SourceRecord } from "../../src/batch/plan/sources/source-record.ts";
import { readSwebench } from "../../src/batch/plan/sources/swebench.ts";
import { readYamlList } from "../../src/batch/plan/sources/read-source.ts";
import { describeError } from "../../src/protocol/error.ts";
import { without } from "../doubles/missing.ts";

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return describeError(error);
  }
  return "accepted";
}

const fieldsIn = (records: readonly SourceRecord[]): unknown => records.map(({ fields }) => fields);

test("YAML: a number is the text that is written", () => {
  const text = "- { python: 3.10, id: 12345678901234567890, port: 0x1F, n: 3 }\n- { python: &v 3.20, id: *v }\n";
  assert.deepEqual(fieldsIn(readYamlList({ file: "t.yml", text })), [
    { python: "3.10", id: "12345678901234567890", port: "0x1F", n: "3" },
    { python: "3.20", id: "3.20" },
  ]);
  assert.match(
    refusal(() => readYamlList({ file: "t.yml", text: "- 3.10\n" })),
    /t\.yml:1:3/,
  );
});

test("CSV: quotes, commas, newlines, CR LF and a byte order mark", () => {
  const text = '\uFEFFpath,notes\r\na.ts,"one, ""two""\r\nthree"\r\n\r\nb.ts,\r\n"c\n.ts",x';
  const records = readCsv({ file: "t.csv", text });
  assert.deepEqual(fieldsIn(records), [
    { path: "a.ts", notes: 'one, "two"\r\nthree' },
    { path: "b.ts", notes: "" },
    { path: "c\n.ts", notes: "x" },
  ]);
  assert.deepEqual(
    records.map(({ place, title }) => [place, title]),
    [
      ["t.csv:2", "a.ts"],
      ["t.csv:5", "b.ts"],
      ["t.csv:6", "c\n.ts"],
    ],
  );
  assert.deepEqual(fieldsIn(readCsv({ file: "t.csv", text: "a,b\n1,\n,2" })), [
    { a: "1", b: "" },
    { a: "", b: "2" },
  ]);
  assert.deepEqual(readCsv({ file: "t.csv", text: "" }), []);
  assert.deepEqual(readCsv({ file: "t.csv", text: "a,b\n" }), []);
});

test(
  "CSV: what Python's csv module writes is read as it was meant, in each of its dialects with commas",
  { skip: without("python3") },
  () => {
    const script = `
import csv, json, random, sys
random.seed(7)
cells = ['', 'a', 'b c', '"', '""', ',', 'x,y', '\\n', 'a\\nb', '\\r\\n', ' lead', 'é', '😀', "it's", '=1+1', '0']
rows = [[random.choice(cells) for _ in range(3)] for _ in range(200)]
rows = [['k%d' % i] + row for i, row in enumerate(rows)]
out = []
for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC):
    for end in ('\\n', '\\r\\n'):
        import io
        text = io.StringIO(newline='')
        writer = csv.writer(text, quoting=quoting, lineterminator=end)
        writer.writerow(['key', 'one', 'two', 'three'])
        writer.writerows(rows)
        out.append(text.getvalue())
json.dump({'rows': rows, 'texts': out}, sys.stdout)
`;
    const ran = spawnSync("python3", ["-c", script], { encoding: "utf8" });
    assert.equal(ran.status, 0, ran.stderr);
    const written = JSON.parse(ran.stdout) as { readonly rows: readonly string[][]; readonly texts: readonly string[] };
    const expected = written.rows.map(([key, one, two, three]) => ({ key, one, two, three }));
    for (const text of written.texts) assert.deepEqual(fieldsIn(readCsv({ file: "t.csv", text })), expected);
  },
);

test("CSV: mistakes have their place", () => {
  for (const [text, expected] of [
    ["a,b\n1\n", /^t\.csv:2: the row has 1 cell, the first row 2\./],
    ['a,b\n"1,2\n3\n', /^t\.csv:2:1: a quote begins here that nothing ends/],
    ['a,b\n1,"2"x\n', /^t\.csv:2:3: a quote begins here/],
    ['a,b\n"x\ny",2"3\n', /^t\.csv:3:4: there is a quote in a cell that does not begin with one/],
    ["a,a\n1,2\n", /^t\.csv:1: two columns are named a\./],
    ["a, a\n1,2\n", /^t\.csv:1: two columns are named a\./],
    [`a,b\n"${'x""'.repeat(5_000_000)}",2\n`, /^t\.csv:2: the field "a" has more than 200000 characters\./],
    [`a,b\n${"x".repeat(40_000_000)},2\n`, /^t\.csv:2: the field "a" has more than 200000 characters\./],
    ["__proto__,b\n1,2\n", /^t\.csv:2: a field is named __proto__\./],
    ["a,\n1,2\n", /^t\.csv:1: a column has no name\./],
    ["path;notes\na;b\n", /^t\.csv:1: the columns are not separated by commas\./],
    ["path\tnotes\na\tb\n", /^t\.csv:1: the columns are not separated by commas\./],
  ] as const) {
    assert.match(
      refusal(() => readCsv({ file: "t.csv", text })),
      expected,
    );
  }
});

test("JSON lines: values become texts, and mistakes have their line", () => {
  const text = '{"a":"x","n":1.5,"f":false,"z":null,"o":{"b":[1],"a":2}}\r\n\n  \n{"a":""}';
  const records = readJsonl({ file: "t.jsonl", text });
  assert.deepEqual(fieldsIn(records), [{ a: "x", n: "1.5", f: "false", z: "", o: '{"a":2,"b":[1]}' }, { a: "" }]);
  assert.equal(records[1]?.place, "t.jsonl:4");
  for (const [line, expected] of [
    ["{", /^t\.jsonl:2:2: not JSON \(Expected property name or '}'\)/],
    ['{"a":1', /^t\.jsonl:2:7: not JSON \(Expected ',' or '}' after property value\)/],
    ["[1]", /^t\.jsonl:2: \[1\] is no JSON object/],
    ["null", /^t\.jsonl:2: null is no JSON object/],
    ['{"a":"\\ud800"}', /^t\.jsonl:2: not JSON \(a text has a lone surrogate\)/],
    ['{"__proto__":1}', /^t\.jsonl:2: not JSON \(the key __proto__/],
    ['{"n":1234567890123456789}', /^t\.jsonl:2: the field "n" has a number with more digits .* Put it into quotes\./],
    ['{"n":{"ids":[1e22]}}', /^t\.jsonl:2: the field "n" has a number with more digits/],
    [`{"a":"${"x".repeat(200_001)}"}`, /^t\.jsonl:2: the field "a" has more than 200000 characters/],
  ] as const) {
    assert.match(
      refusal(() => readJsonl({ file: "t.jsonl", text: `{"a":1}\n${line}` })),
      expected,
    );
  }
  const ids = (idField: string): string => refusal(() => readJsonl({ file: "t.jsonl", text: '{"a":"1"}', idField }));
  assert.equal(ids("a"), "accepted");
  const long = '{"a":"1","at":1732968000123456789}';
  assert.equal(readJsonl({ file: "t.jsonl", text: long, idField: "a" }).length, 1, "a field that no task is made of");
  assert.match(
    refusal(() => readJsonl({ file: "t.jsonl", text: long, idField: "at" })),
    /the field "at" has a number/,
  );
  const empty = refusal(() => readJsonl({ file: "t.jsonl", text: '{"a":""}', idField: "a" }));
  assert.match(empty, /^t\.jsonl:1: there is nothing in the field "a", which `source\.id` names/);
  for (const name of ["b", "constructor"])
    assert.match(ids(name), new RegExp(`^t\\.jsonl:1: there is no field "${name}", which \`source.id\` names`));
});

test("YAML: mappings and texts, with positions", () => {
  const read = (text: string): readonly SourceRecord[] => readYamlList({ file: "t.yml", text });
  assert.deepEqual(fieldsIn(read("\uFEFF- path: a\r\n  n: 1\r\n")), [{ path: "a", n: "1" }]);
  assert.deepEqual(fieldsIn(read("- a\n- { path: b, n: 2, on: true, no: }\n")), [
    { value: "a" },
    { path: "b", n: "2", on: "true", no: "" },
  ]);
  assert.match(
    refusal(() => read("path: a\n")),
    /^t\.yml:1:1: .*expected a list of texts/,
  );
  assert.match(
    refusal(() => read("- a\n- [b]\n")),
    /^t\.yml:2:3: /,
  );
  assert.match(
    refusal(() => read("- { a: [b] }\n")),
    /^t\.yml:1:8: /,
  );
  assert.match(
    refusal(() => read("- a\n - b: {\n")),
    /^t\.yml/,
  );
});

test("SWE-bench: instances as lines or as a list, each with its commit and image", () => {
  const instance = {
    instance_id: "sympy__sympy-20590",
    repo: "sympy/sympy",
    base_commit: "c".repeat(40),
    problem_statement: "Broken.",
  };
  const lines = readSwebench({ file: "s.jsonl", text: `${JSON.stringify(instance)}\n` });
  const list = readSwebench({ file: "s.json", text: JSON.stringify([instance], null, 2) });
  assert.deepEqual(fieldsIn(lines), [{ ...instance, image: "swebench/sweb.eval.x86_64.sympy_1776_sympy-20590" }]);
  assert.deepEqual(fieldsIn(list), fieldsIn(lines));
  assert.deepEqual(
    [lines[0]?.base, lines[0]?.identity, list[0]?.place],
    ["c".repeat(40), { instance_id: instance.instance_id }, "s.json[0]"],
  );
  const read = (more: object): string =>
    refusal(() => readSwebench({ file: "s", text: JSON.stringify({ ...instance, ...more }) }));
  assert.match(read({ repo: undefined }), /^s:1: the instance has no repo\./);
  assert.match(read({ base_commit: "main" }), /^s:1: "main" is no commit\./);
  assert.match(read({ instance_id: "a/../b" }), /is not an instance_id/);
});

test("files: by file, folder and package, and only where a pattern is found", () => {
  const files = ["README.md", "a/package.json", "a/src/x.ts", "a/src/y.ts", "b/go.mod", "b/z.ts", "c.ts"];
  const read = (
    per: "file" | "directory" | "package",
    globs = ["{a,b}/**/*.ts"],
    found?: ReadonlySet<string>,
  ): unknown => readFiles({ globs, per, files, found }).map(({ fields }) => ({ ...fields }));
  assert.deepEqual(read("file"), [
    { path: "a/src/x.ts", name: "x.ts", directory: "a/src" },
    { path: "a/src/y.ts", name: "y.ts", directory: "a/src" },
    { path: "b/z.ts", name: "z.ts", directory: "b" },
  ]);
  assert.deepEqual(read("file", ["**/*.ts"], new Set(["c.ts", "README.md"])), [
    { path: "c.ts", name: "c.ts", directory: "." },
  ]);
  assert.deepEqual(read("directory", ["**/*.ts"]), [
    { path: ".", name: ".", files: "c.ts", count: "1" },
    { path: "a/src", name: "src", files: "a/src/x.ts\na/src/y.ts", count: "2" },
    { path: "b", name: "b", files: "b/z.ts", count: "1" },
  ]);
  assert.deepEqual(read("package"), [
    { path: "a", name: "a", files: "a/src/x.ts\na/src/y.ts", count: "2" },
    { path: "b", name: "b", files: "b/z.ts", count: "1" },
  ]);
  assert.match(
    refusal(() => read("package", ["**/*.ts"])),
    /^c\.ts: the file is in no package\. A package has one of: package\.json/,
  );
});
