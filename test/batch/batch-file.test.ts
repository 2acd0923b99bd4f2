/** The batch file: what is refused, with line and column, its schema for editors, and templates. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readBatchFile } from "../../src/batch/file/batch-file.ts";
import { batchJsonSchema } from "../../scripts/batch-schema.ts";
import { fillFields, templateProblem } from "../../src/batch/file/template.ts";
import { commandProblem, fillCommand } from "../../src/batch/file/verify-template.ts";
import { RunnerError } from "../../src/protocol/error.ts";

const FILE = "b.yml";
const HEAD = "version: 1\ntask: { prompt: do }\n";
const LIMITS = "limits: { cost_usd: 1, total_usd: 10 }\n";
const WHOLE = `${HEAD}source: { list: [a] }\n${LIMITS}`;

function refusal(text: string): string {
  try {
    readBatchFile(FILE, text);
  } catch (error) {
    assert.ok(error instanceof RunnerError && error.code === "config.invalid", String(error));
    return error.message;
  }
  return "accepted";
}

test("mistakes are listed with line, column and what would be accepted", () => {
  for (const [text, expected] of [
    [WHOLE, "accepted"],
    [WHOLE.replace("version: 1", "version: 2"), "b.yml:1:10: version: 2 is not accepted; expected 1"],
    ["", "b.yml:1:1: the file: empty; expected a mapping that begins with `version: 1`"],
    ["- 1", "b.yml:1:1: the file: this list is not accepted; expected a mapping that begins with `version: 1`"],
    [
      `${WHOLE}cannary: { first: 1 }\n`,
      /b\.yml:5:1: cannary: unknown key "cannary"; did you mean "canary"\? accepted: version, /,
    ],
    [WHOLE.replace("prompt: do", "promt: do"), /b\.yml:2:9: task\.promt: unknown key "promt"; did you mean "prompt"\?/],
    [
      WHOLE.replace("prompt: do", 'prompt: ""'),
      /b\.yml:2:17: task\.prompt: "" is not accepted; expected a string of at most 100000/,
    ],
    [
      WHOLE.replace("do", '"a {{ b"'),
      /b\.yml:2:17: task\.prompt: "a {{ b" is not accepted; expected }} after each {{name}}/,
    ],
    [WHOLE.replace("do", '"{{ }}"'), /expected a name between {{ and }}/],
    [WHOLE.replace("list: [a]", ""), /b\.yml:3:9: source: expected exactly one of: list, jsonl, csv/],
    [WHOLE.replace("[a]", "[a], csv: t.csv"), /b\.yml:3:9: source: expected exactly one of/],
    [
      WHOLE.replace("list: [a]", "csv: ../t.csv"),
      /b\.yml:3:16: source\.csv: "\.\.\/t\.csv" is not accepted; expected a path from the root/,
    ],
    [WHOLE.replace("list: [a]", "csv: /etc/passwd"), /source\.csv: "\/etc\/passwd" is not accepted/],
    [
      WHOLE.replace("list: [a]", 'files: "./src"'),
      /b\.yml:3:18: source\.files: "\.\/src" is not accepted; expected a path/,
    ],
    [
      WHOLE.replace("list: [a]", "files: /src/*"),
      /b\.yml:3:18: source\.files: "\/src\/\*" is not accepted; expected a glob from the root/,
    ],
    [
      WHOLE.replace(/cost_usd: [\d.]+/, "cost_usd: .inf"),
      /limits\.cost_usd: Infinity is not accepted; expected a number/,
    ],
    [WHOLE.replace("[a]", "[a], where: x"), "b.yml:3:22: source.where: only `files` has this"],
    [WHOLE.replace("list: [a]", 'files: "*.ts", id: path'), /b\.yml:3:26: source\.id: files has names of its own/],
    [
      WHOLE.replace("list: [a]", "issues: {}"),
      /b\.yml:3:19: source\.issues: this mapping is not accepted; expected exactly one of: query, labels/,
    ],
    [
      WHOLE.replace("total_usd: 10", "total_usd: 0.5"),
      /b\.yml:4:21: limits\.cost_usd: one task may cost more than limits\.total_usd/,
    ],
    [WHOLE.replace("cost_usd: 1,", ""), /b\.yml:4:9: limits\.cost_usd: missing; expected a number from 0\.01/],
    [
      WHOLE.replace("10 }", "10, tasks: 20000 }"),
      /limits\.tasks: 20000 is not accepted; expected a whole number from 1 to 10000/,
    ],
    [
      `${WHOLE}canary: { first: 3, then: go }\n`,
      /b\.yml:5:27: canary\.then: "go" is not accepted; expected one of: approve/,
    ],
    [
      `${WHOLE}deliver: { pull_requests: all }\n`,
      /b\.yml:5:27: deliver\.pull_requests: "all" is not accepted; expected one of: per-task/,
    ],
    [
      `${WHOLE}deliver: { pull_requests: grouped }\n`,
      /b\.yml:5:27: deliver\.pull_requests: `grouped` needs `group_by`/,
    ],
    [
      `${WHOLE}deliver: { pull_requests: one, group_by: directory }\n`,
      /b\.yml:5:32: deliver\.group_by: only `pull_requests: grouped`/,
    ],
    [`${WHOLE}deliver: { pull_requests: grouped, group_by: key }\n`, /`group_by: key` and `key` belong together/],
    [
      `${WHOLE}deliver: { pull_requests: grouped, group_by: directory, key: x }\n`,
      /b\.yml:5:62: deliver\.key: `group_by: key` and `key`/,
    ],
    [
      `${WHOLE}deliver: { pull_requests: one }\ncompare: { repeat: 2 }\n`,
      "b.yml:5:1: deliver: a comparison publishes nothing; leave this out, or `compare`",
    ],
    [
      `${WHOLE}canary: { first: 1 }\ncompare: {}\n`,
      "b.yml:5:1: canary: a comparison has no canary; leave this out, or `compare`",
    ],
    [`${WHOLE}compare: { models: [gpt] }\n`, /b\.yml:5:21: compare\.models\[0\]: "gpt" is not accepted/],
    [
      WHOLE.replace("do }", `do, verify: ["npm test '{{path}}'"] }`),
      /b\.yml:2:30: task\.verify\[0\]: .* expected fields as separate arguments, without quotes, of a command that is understood/,
    ],
    [`${WHOLE}version: 1\n`, /b\.yml:5:1: duplicate key/],
    [`${HEAD}source: { list: [*x] }\n`, /b\.yml:3:18: /],
  ] as const) {
    const message = refusal(text);
    if (typeof expected === "string") assert.equal(message, expected, text);
    else assert.match(message, expected, text);
  }
});

test("several mistakes are one error", () => {
  const message = refusal(`${WHOLE.replace("version: 1", "version: x")}extra: 1\n`);
  assert.match(message, /^b\.yml does not load: 2 mistakes\.\n {2}b\.yml:1:10: version: .*\n {2}b\.yml:5:1: extra: /);
});

test("the committed JSON Schema is the generated one", () => {
  assert.deepEqual(JSON.parse(readFileSync("schema/batch.schema.json", "utf8")), batchJsonSchema(), "run npm run docs");
});

test("fields are filled in once, and their values are not searched for fields", () => {
  const fields = { a: "{{b}} $& \\{{", b: "B", "First name": "Ada", constructor: "c" };
  assert.equal(
    fillFields("{{a}}|{{ b }}|{{First name}}|\\{{a}}|{ {x} }|{{constructor}}", fields),
    "{{b}} $& \\{{|B|Ada|{{a}}|{ {x} }|c",
  );
  assert.throws(() => fillFields("{{toString}}", { a: "" }), /no field toString/);
  assert.equal(templateProblem("a } b { c {x}"), undefined);
  assert.notEqual(templateProblem("{{a}} {{b}"), undefined);
});

/** Values that would be commands if a shell read them. */
const HOSTILE = [
  "$(touch owned)",
  "`touch owned`",
  "a'; touch owned; '",
  'a" ; touch owned; "',
  "a\ntouch owned",
  "",
  "-rf",
  "*",
  "~",
  "a b",
  "\\",
  "#",
  "{a,b}",
  "é😀",
];

test("a field of a command is one word for bash, with any value", () => {
  for (const template of [
    "printf '%s|' {{x}} end",
    "printf '%s|' --flag={{x}} end",
    "true && (printf '%s|' {{x}}{{x}} end)",
    'printf %s\\| "it\'s" {{x}} end',
    "if true; then printf '%s|' {{x}} $(true)end; fi",
  ]) {
    assert.equal(commandProblem(template), undefined, template);
    for (const value of HOSTILE) {
      const said = execFileSync("bash", ["-c", fillCommand(template, { x: value })], { encoding: "utf8", cwd: "/" });
      const word = template.includes("{{x}}{{x}}")
        ? value + value
        : template.includes("--flag")
          ? `--flag=${value}`
          : value;
      assert.equal(said, `${template.includes("it's") ? "it's|" : ""}${word}|end|`, JSON.stringify([template, value]));
    }
  }
});

test("a command is refused where a field would be something else than a word", () => {
  for (const command of [
    "echo '{{x}}'",
    'echo "{{x}}"',
    "echo `{{x}}`",
    "cat <<E\n{{x}}\nE",
    "echo $(( {{x}} ))",
    "echo ${a:-{{x}}}",
    "[[ a == {{x}} ]]",
    "true # {{x}}",
    "# {{x}}",
    "echo ${{x}}",
    "echo $[ {{x}} ]",
    String.raw`echo $'a\'b {{x}} c\'d'`,
    String.raw`echo $'\' {{x}} '`,
    "eval npm test {{x}}",
    "true; let {{x}}",
    "if read {{x}}; then :; fi",
    "true | bash -c {{x}}",
    "exec sh -ec {{x}} a",
    "(unset {{x}})",
    ". {{x}}",
    // Shells and builtins at other places, and what makes a command, a variable or a function of the value.
    "timeout 5 bash -c {{x}}",
    "setsid sh -c {{x}}",
    "/bin/sh -c {{x}}",
    "env -S {{x}}",
    "coproc eval {{x}}",
    "! eval {{x}}",
    "{ eval {{x}}; }",
    "A=1 eval {{x}}",
    "'eval' {{x}}",
    "builtin eval {{x}}",
    "e=eval; $e {{x}}",
    "x={{x}}; eval $x",
    "for i in {{x}}; do eval $i; done",
    'f() { eval "$1"; }; f {{x}}',
    'set -- {{x}}; eval "$1"',
    "BASH_ENV={{x}} bash -c :",
    "printf -v {{x}} a",
    "[ ! -v {{x}} ]",
    "readarray -C {{x}} -c 1 a",
    "a[{{x}}]=1",
    "python3 -c {{x}}",
    "{{x}}",
    "true && {{x}} a",
    " ",
    "a\0b",
  ]) {
    assert.notEqual(commandProblem(command), undefined, command);
  }
  for (const command of [
    "npm test",
    "echo '#' `date` $((1))",
    "npm test -- {{path}}#1",
    "bash scripts/check.sh {{path}} && npm run read {{path}}",
    "make CFLAGS={{x}} 'a b' \"c $HOME\"",
  ]) {
    assert.equal(commandProblem(command), undefined, command);
  }
});
