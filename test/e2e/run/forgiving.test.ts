/** The engine forgives what models do wrong: the built program, a model server over HTTP that sends such answers, a policy. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import type { DoubleCall, DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, FIX, type Scene, type SceneOptions } from "../harness.ts";

const call = (name: string, args: object | string): DoubleCall => ({ name, arguments: args });
const says = (...calls: readonly DoubleCall[]): DoubleReply => ({ calls });

interface Told {
  readonly role: string;
  readonly content: string;
}

/** What the model read after its message `n`, from 0. */
function told({ server }: Scene, n: number): readonly string[] {
  const messages = (request: number): readonly Told[] =>
    (server.requests[request]?.json as { readonly messages: readonly Told[] } | undefined)?.messages ?? [];
  return messages(n + 1)
    .slice(messages(n).length + 1)
    .map(({ content }) => content);
}

/** Runs to the end and returns what is left of the scene. */
async function ended(options: SceneOptions) {
  const scene = await createScene(options);
  const { code, stderr } = await scene.run();
  return { scene, code, stderr, outcome: outcomeOf(scene.bundle), [Symbol.asyncDispose]: scene[Symbol.asyncDispose] };
}

test("rejections of one message count once: the model reads them and does its work", async () => {
  const curls = [1, 2, 3, 4, 5].map((n) => call("execute_command", { command: `curl https://example.com/${n}` }));
  await using run = await ended({ replies: [says(...curls), ...FIX] });
  assert.equal(run.code, 0, run.stderr);
  assert.deepEqual(
    told(run.scene, 0).map((text) => text.slice(0, 42)),
    Array(5).fill("Error: rejected by no-net: no network. Thi"),
  );
});

test("one refused file among several is refused alone, and is not a denial", async () => {
  const files = { ...FILES, ".env": "KEY=1\n", "src/.env.local": "KEY=2\n" };
  const all = says(call("read_file", { files: [".env", "src/add.js", "src/.env.local"].map((path) => ({ path })) }));
  const only = says(call("read_file", { files: [{ path: ".env" }] }));
  await using run = await ended({
    files,
    replies: [all, { ...all, text: "Again." }, only, ...FIX],
  });
  assert.equal(run.code, 0, run.stderr);
  const [text = ""] = told(run.scene, 0);
  assert.match(
    text,
    /^Error: \.env: rejected by builtin:sensitive[^\n]*\. This is final\.\n\nsrc\/add\.js \(1 line\)\n +1\texport const add = \(a, b\) => a - b;\n\nError: src\/\.env\.local: rejected by builtin:sensitive/,
  );
  assert.match(told(run.scene, 2)[0] ?? "", /^Error: rejected by builtin:sensitive/);
  const judged = eventsOf(run.scene.bundle).filter((event) => event.type === "call.judged");
  assert.deepEqual(
    judged
      .slice(0, 3)
      .map(({ summary, capabilities, decision, refused }) => [
        summary,
        capabilities.length,
        decision.verdict,
        refused?.map(({ capability }) => ("path" in capability ? capability.path : "")),
      ]),
    [
      ["read src/add.js (not .env, src/.env.local)", 1, "approve", [".env", "src/.env.local"]],
      ["read src/add.js (not .env, src/.env.local)", 1, "approve", [".env", "src/.env.local"]],
      ["read .env", 1, "reject", undefined],
    ],
  );
  const { code, stdout } = await run.scene.cli(["replay", run.scene.bundle]);
  assert.equal(code, 0, stdout);
});

const ADD = "src/add.js (1 line)\n     1\texport const add = (a, b) => a - b;";
const READ_TAKES = "Accepted: {files: {path: string, start_line?: integer 1.., end_line?: integer 1..}[] 1..5}.)";
const SHAPE = `\n\n<system-reminder>\n(Repaired arguments of read_file: their shape. ${READ_TAKES}\n</system-reminder>`;

/** Tool, arguments as models send them, what the model reads after it. */
const SLIPS: readonly (readonly [tool: string, args: object | string, result: string | RegExp])[] = [
  // Flat forms: Kilo, Cline, Kimi CLI, Claude, opencode.
  ["read_file", { path: "src/add.js" }, `${ADD}${SHAPE}`],
  [
    "read_file",
    { file_path: "src/add.js", offset: 1, limit: 10 },
    new RegExp(
      `^${esc(ADD)}\n\n<system-reminder>\n\\(Repaired arguments of read_file: file_path is called path\\. Acc`,
    ),
  ],
  [
    "read_file",
    { filePath: "src/add.js", start_line: "1", end_line: "1" },
    new RegExp(`^${esc(ADD)}\n\n<system-reminder>\n.*start_line: a number, not a text`),
  ],
  ["read_file", { path: "src/add.js", line_offset: 1, n_lines: 5, mode: "slice" }, ADD],
  ["read_file", { args: { file: [{ path: "src/add.js", line_range: "1-5" }] } }, ADD],
  ["read_file", { args: [{ path: "src/add.js" }] }, ADD],
  ["read_file", { file: { path: "src/add.js" } }, ADD],
  ["read_file", { files: [{ path: "src/add.js", line_ranges: ["1-1"] }] }, ADD],
  ["read_file", { files: "src/add.js" }, new RegExp(`^${esc(ADD)}\n\n<system-reminder>\n.*files: a list, also of one`)],
  ["read_file", { files: ["src/add.js"] }, ADD],
  ["read_file", { files: { path: "src/add.js" } }, ADD],
  [
    "read_file",
    { files: `[{"path":"src/add.js"}]` },
    new RegExp(`^${esc(ADD)}\n\n<system-reminder>\n.*files: a list, not a text`),
  ],
  ["read_file", { paths: ["src/add.js"] }, new RegExp(`^${esc(ADD)}\n\n<system-reminder>\n.*paths is called files`)],
  ["read_file", JSON.stringify(`{"files":[{"path":"src/add.js"}]}`), ADD],
  ["read_file", '```json\n{"files":[{"path":"src/add.js"}]}\n```', ADD],
  ["read_file", `{}{"files":[{"path":"src/add.js"}]}`, ADD],
  // Not certain: an error that teaches.
  [
    "read_file",
    { path: "src/add.js", file_path: "package.json" },
    /^Error: read_file: unknown property files\[0\]\.file_path\. Accepted: \{files: /,
  ],
  [
    "read_file",
    { files: [{ path: "src/add.js" }], path: "package.json" },
    /^Error: read_file: unknown property path\. Accepted/,
  ],
  [
    "read_file",
    { path: "src/add.js", start_line: "two" },
    /^Error: read_file: files\[0\]\.start_line: expected number, got "two"\. Accepted/,
  ],
  [
    "search_files",
    { pattern: "export", path: "src" },
    /^src\/add\.js\n1: export.*\n\n<system-reminder>\n\(Repaired arguments of search_files: pattern is called regex\. Accepted: \{regex/,
  ],
  [
    "list_files",
    { directory: "src", recursive: "false" },
    /^src\/add\.js\n\n<system-reminder>\n.*directory is called path; recursive: true or false, not a text/,
  ],
  ["list_files", {}, /^\.github\/\nsrc\/\ntest\/\npackage\.json$/],
  ["search_files", { path: "src" }, /^Error: search_files: regex is missing\./],
  [
    "execute_command",
    { command: "sh test/add.sh", description: "Run the tests", timeout: "30" },
    /^not ok: .*\n\[exit 1\]\n\n<system-reminder>\n.*description is unknown and was ignored; timeout: a number, not a text/,
  ],
  ["execute_command", { command: ["bash", "-lc", "sh test/add.sh"] }, /^not ok: /],
  ["execute_command", { command: ["sh", "test/add.sh"] }, /^Error: execute_command: command: expected string/],
  [
    "execute_command",
    { command: "sh test/add.sh", env: { A: "1" } },
    /^Error: execute_command: unknown property env\./,
  ],
  ["execute_command", { command: "sh test/add.sh", cmd: "true" }, /^Error: execute_command: unknown property cmd\./],
  [
    "write_to_file",
    { file_path: "src/a", contents: "a\n", line_count: 1 },
    /^Created src\/a \(\+1 −0\)\.\n\n<system-reminder>\n.*file_path is called path; contents is called content; line_count is unknown and was ignored/,
  ],
  ["write_to_file", `{"path":"src/b","content":"one\ntwo\n"}`, "Created src/b (+2 −0)."],
  [
    "write_to_file",
    { path: "src/c", content: "c", dry_run: true },
    /^Error: write_to_file: unknown property dry_run\./,
  ],
  [
    "update_todo_list",
    { todos: [{ content: "look", status: "completed" }, "mend"] },
    /^Todo list replaced: 1 done, 0 in progress, 1 open\.\n\n<system-reminder>\n.*their shape/,
  ],
  [
    "ask_followup_question",
    { question: "Which?", follow_up: [{ text: "this", mode: "code" }] },
    /^No person is there to answer/,
  ],
];

function esc(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

test("arguments are repaired where their meaning is certain, and the model is told once", async () => {
  // The second call differs each time, so that no two messages are the same.
  const replies = SLIPS.map(([tool, args], n) =>
    says(call(tool, args), call("update_todo_list", { todos: `[ ] ${n}` })),
  );
  const policy = `${FILES[".github/kimi-policy.yml"]}limits: { mistakes: 50 }\n`;
  await using run = await ended({
    files: { ...FILES, ".github/kimi-policy.yml": policy },
    replies: [...replies, ...FIX],
  });
  assert.equal(run.code, 0, run.stderr);
  for (const [n, [tool, args, result]] of SLIPS.entries()) {
    const [text = ""] = told(run.scene, n);
    const what = `${tool} ${JSON.stringify(args)}`;
    if (typeof result === "string") assert.equal(text, result, what);
    else assert.match(text, result, what);
  }
  const { code, stdout } = await run.scene.cli(["replay", run.scene.bundle]);
  assert.equal(code, 0, stdout);
});

test("hooks judge the repaired arguments, and held calls are approved as they will run", async () => {
  const hook = `hooks:\n  - { event: PreToolUse, matcher: "^read_file$", command: 'grep -q "\\"files\\":\\[{\\"path\\":\\"src/add.js\\"" && { echo not that one >&2; exit 2; } || exit 0' }\n`;
  const files = { ...FILES, ".github/kimi-policy.yml": `${FILES[".github/kimi-policy.yml"]}${hook}` };
  await using run = await ended({
    files,
    replies: [
      says(call("read_file", { path: "src/add.js" })),
      says(call("execute_command", { cmd: "touch src/held" })),
      { text: "Held." },
    ],
  });
  assert.match(told(run.scene, 0)[0] ?? "", /^Error: rejected by hook:PreToolUse: not that one/);
  assert.equal(run.outcome["outcome"], "deferred");
  const resumed = await run.scene.cli(["resume", run.scene.bundle, "--approve", "all"]);
  assert.match(
    told(run.scene, 1)[0] ?? "",
    /^\[exit 0\]\n\n<system-reminder>\n\(Repaired arguments of execute_command: cmd is called command\./,
    resumed.stderr,
  );
  const { code, stdout } = await run.scene.cli(["replay", run.scene.bundle]);
  assert.equal(code, 0, stdout);
});

test("edits in the forms of other agents' tools are judged, seen by hooks, carried out and replayed", async () => {
  const path = "src/add.js";
  const rules = `  - { id: no-tests, reject: { write: ["test/**"] } }\nsandbox:`;
  const policy = `${FILES[".github/kimi-policy.yml"].replace("sandbox:", rules)}hooks:
  - { event: PreToolUse, matcher: "^(write_to_file|apply_diff)$", command: "if grep -q forbidden; then echo no >&2; exit 2; fi" }
  - { event: PreToolUse, matcher: "^execute_command$", command: "if grep -q forbidden; then echo no >&2; exit 2; fi" }
`;
  await using run = await ended({
    files: { ...FILES, ".github/kimi-policy.yml": policy },
    replies: [
      says(call("Read", { file_path: path })),
      says(
        call("search_and_replace", { path, search: "a - b", replace: "a * b" }),
        call("Edit", { file_path: path, old_string: "export  const", new_string: "export /* sum */ const" }),
        call("insert_content", { path, line: 0, content: "// end" }),
        call("edit_file", { target_file: path, instructions: "sign", code_edit: "// ... existing code ..." }),
      ),
      says(
        call("insert_content", { path, line: 1, content: "// forbidden" }),
        call("new_rule", { path: ".kilocode/rules/x.md", content: "forbidden" }),
        call("Shell", { command: "echo forbidden" }),
        call("Write", { path: "test/new.sh", content: "exit 0" }),
        call("StrReplaceFile", { path, edit: { old: "a * b", new: "a + b" } }),
      ),
      says(call("Shell", { command: "sh test/add.sh" })),
      ...FIX.slice(2),
    ],
  });
  assert.equal(run.code, 0, run.stderr);
  const said = [0, 1, 2, 3].flatMap((n) => told(run.scene, n)).map((text) => text.split("\n")[0]?.slice(0, 70));
  assert.deepEqual(said, [
    "src/add.js (1 line)",
    "Replaced 1 match in src/add.js (+1 −1).",
    "Edited src/add.js (+1 −1). old_string was there with other blanks only",
    "Inserted into src/add.js (+1 −0).",
    "Error: edit_file: code_edit needs a model that applies it, and none is",
    "Error: rejected by hook:PreToolUse: no. This is final. Reach the goal ",
    "Error: rejected by hook:PreToolUse: no. This is final. Reach the goal ",
    "Error: rejected by hook:PreToolUse: no. This is final. Reach the goal ",
    "Error: rejected by no-tests. This is final. Reach the goal in another ",
    "Edited src/add.js (+1 −1).",
    "ok",
  ]);
  assert.equal(run.scene.repository.read(path), "export /* sum */ const add = (a, b) => a + b;\n// end\n");
  const replayed = await run.scene.cli(["replay", run.scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});
