/**
 * Records the sessions of test/replay again: `npm run build && node scripts/record-replays.ts [name …]`. Each is a run of the built
 * program against a scripted model. Its journal is kept, and must replay identically from then on.
 */

import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ChildProcess } from "node:child_process";
import type { DoubleCall, DoubleReply } from "../test/doubles/model-reply.ts";
import { createScene, FILES, FIX, POLICY, type Scene, type SceneOptions } from "../test/e2e/harness.ts";

const FOLDER = resolve(import.meta.dirname, "../test/replay");

interface Session extends SceneOptions {
  /** Words and options of the run; `fix the failing test` when left out. */
  readonly args?: readonly string[];
  /** Options of each resume after the run. */
  readonly resumes?: readonly (readonly string[])[];
  /** Called with each text that the run prints on standard error. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
}

const call = (name: string, args: object | string): DoubleCall => ({ name, arguments: args });
const says = (...calls: readonly DoubleCall[]): DoubleReply => ({ calls });
const read = (path: string) => call("read_file", { files: [{ path }] });
const command = (text: string) => call("execute_command", { command: text });
const write = (path: string, content: string) => call("write_to_file", { path, content });
const done = (result: string): DoubleReply => says(call("attempt_completion", { result }));
const edit = (from: string, to: string) =>
  call("apply_diff", { path: "src/add.js", diff: `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE` });

const SOURCE = "export const add = (a, b) => a - b;";
const FIXED = "export const add = (a, b) => a + b;";
const LONG = "The sum is computed in src/add.js:1, where a minus sign stands. ".repeat(4).trim();
const OVERFLOW: DoubleReply = {
  status: 400,
  body: JSON.stringify({ error: { message: "too long", code: "context_length_exceeded" } }),
};
const used = (tokens: number) => ({ prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 });
const FULL = used(100_000);
const BIG = { ...FILES, "src/big.txt": `${"long ".repeat(15)}\n`.repeat(100) };
const SUMMARY: DoubleReply = { text: "The sign in src/add.js is wrong." };
const withPolicy = (more: string) => ({ ...FILES, ".github/kimi-policy.yml": `${POLICY}${more}` });

/** To record another session, add it here and name it on the command line. */
const SESSIONS: Readonly<Record<string, Session>> = {
  fix: { replies: FIX },
  rejection: { replies: [says(read("src/add.js"), command("curl https://example.com")), ...FIX.slice(1)] },
  "deferral-approved": {
    replies: [says(read("src/add.js"), command("touch src/a")), says(command("touch src/b")), ...FIX.slice(1)],
    resumes: [
      ["--approve", "all"],
      ["--reject", "all", "--why", "one is enough"],
    ],
  },
  // Of two equal edits in a row one runs.
  "equal-edits": { replies: [says(write("src/new.js", "1"), write("src/new.js", "1")), ...FIX] },
  // The second message has the same call ids as the first, which is gone by then, so the held call is another one.
  "deferral-same-id": {
    args: ["fix the failing test", "--agent", "okabe"],
    replies: [
      says(read("src/add.js"), command("touch src/a")),
      says(call("send_dmail", { checkpoint_id: 1, message: "Touch another file.", restore_files: false })),
      says(command("touch src/b"), command("git log -1")),
      ...FIX.slice(1),
    ],
    resumes: [
      ["--approve", "all"],
      ["--approve", "all"],
    ],
  },
  "deferral-rejected": { replies: [says(command("touch src/a"))], resumes: [["--reject", "all"]] },
  mistakes: {
    replies: [
      says(call("no_such_tool", {}), read("src/missing.js")),
      says(call("read_file", { path: {} }), call("read_file", "{")),
      says(edit("nothing of it", "something")),
      says(edit("nothing like it", "something")),
      says(edit("none of it", "something")),
    ],
  },
  repetition: { replies: Array.from({ length: 12 }, () => says(read("src/add.js"), read("src/add.js"))) },
  "step-limit": {
    args: ["fix the failing test", "--max-steps", "10"],
    replies: [
      ...Array.from({ length: 9 }, (_, at) => says(command(`git log -${at + 1}`))),
      { text: "Nothing is done." },
    ],
  },
  retry: {
    replies: [{ status: 500, headers: { "retry-after-ms": "1" }, body: "{}" }, ...FIX],
  },
  "provider-error": { replies: [FIX[0] ?? {}, { status: 401, body: "{}" }] },
  "cut-off": { replies: [{ text: "I begin to", finish: "length" }, ...FIX] },
  "large-result": {
    replies: [says(command("git log -1"), read("src/huge.txt")), done("Read.")],
    files: { ...FILES, "src/huge.txt": Array.from({ length: 1999 }, (_, at) => `line ${at} of many`).join("\n") },
  },
  "compaction-overflow": {
    files: BIG,
    replies: [says(read("src/big.txt")), says(read("package.json")), FIX[0] ?? {}, OVERFLOW, SUMMARY, ...FIX.slice(1)],
  },
  "compaction-full": {
    files: BIG,
    replies: [
      says(read("src/big.txt")),
      says(call("update_todo_list", { todos: "[x] look\n[-] fix" })),
      { ...says(read("src/add.js")), usage: FULL },
      SUMMARY,
      ...FIX.slice(1),
    ],
  },
  "compaction-cut": {
    files: BIG,
    replies: [
      says(read("src/big.txt")),
      says(read("package.json")),
      { ...says(read("src/add.js")), usage: FULL },
      { text: "<current_focus>\nThe sign in", finish: "length" },
      SUMMARY,
      ...FIX.slice(1),
    ],
  },
  dmail: {
    args: ["fix the failing test", "--agent", "okabe"],
    replies: [
      says(read("src/add.js")),
      says(edit(SOURCE, "export const add = (a, b) => a * b;")),
      says(call("send_dmail", { checkpoint_id: 2, message: "Multiplying was wrong: add.", restore_files: true })),
      says(read("src/add.js")),
      says(edit(SOURCE, FIXED), command("node --test")),
      done("Fixed."),
    ],
  },
  verify: {
    files: withPolicy(`limits: { verify: ['grep -qx good src/word || { cat src/word; exit 3; }'] }\n`),
    replies: [says(write("src/word", "bad\n")), done("Done."), says(write("src/word", "good\n")), { text: "Done." }],
  },
  hooks: {
    files: withPolicy(`hooks:
  - { event: PreToolUse, matcher: "^write_", command: "echo no writing >&2; exit 2" }
  - { event: PostToolUse, command: "true" }
  - { event: Stop, command: "test -e .git/never || { echo look again >&2; exit 2; }" }
`),
    replies: [says(read("src/add.js"), write("src/new", "x")), { text: "Done." }, { text: "Looked again." }],
  },
  subagents: {
    replies: (request) => {
      const { messages } = (request as { readonly json: { readonly messages: readonly { content: unknown }[] } }).json;
      const text = String(messages.at(-1)?.content);
      const ask = (message: string) => call("new_task", { agent: "explore", message });
      if (text.startsWith("fix")) return says(ask("Where is the sum?"), ask("Where are the tests?"));
      if (text.startsWith("Where is the sum?")) return says(read("src/add.js"));
      if (text.startsWith("Where are the tests?")) return { text: "In test." };
      return text.includes("reports after") ? done("Found it.") : { text: LONG };
    },
  },
  "token-limit": {
    args: ["fix the failing test", "--max-tokens", "40000"],
    // The provider reports fewer tokens for the subagent than for the main agent, which bounds its next request by such a report.
    replies: [
      { ...says(call("new_task", { agent: "explore", message: "Where is the sum?" })), usage: used(20_000) },
      { text: LONG, usage: used(3000) },
      { ...says(read("src/add.js")), usage: used(8000) },
      { text: "Nothing is done.", usage: used(900) },
    ],
  },
  flow: {
    args: ["/flow:check"],
    files: {
      ...FILES,
      ".kimi/skills/check.md": `---
type: flow
description: Look until it is good
---
\`\`\`mermaid
flowchart TD
  A([BEGIN]) --> B[Look at the code]
  B --> C{Is it good?}
  C -->|yes| D([END])
  C -->|no| B
\`\`\`
`,
    },
    replies: [
      says(command("touch src/a")),
      { text: "I looked." },
      { text: "Hm." },
      { text: "<choice>no</choice>" },
      { text: "I looked again." },
      { text: "<choice>yes</choice>" },
    ],
    resumes: [["--reject", "all", "--why", "only look"]],
  },
  ralph: {
    args: ["fix the failing test", "--max-ralph-iterations", "1"],
    replies: [{ text: "One." }, { text: "<choice>CONTINUE</choice>" }, { text: "<choice>CONTINUE</choice>" }],
  },
  plan: {
    args: ["/plan fix the failing test"],
    replies: [
      says(read("src/add.js"), command("node --test")),
      says(edit(SOURCE, FIXED)),
      says(call("exit_plan_mode", { plan: "Change the sign." })),
      ...FIX.slice(1),
    ],
  },
  interrupted: {
    files: { ...FILES, ".github/kimi-policy.yml": POLICY.replace('"search"', '"search", "sleep 9"') },
    replies: [says(read("src/add.js")), says(command("sleep 9"), command("git status"))],
    onStderr: (text, child) => {
      if (text.includes("✓ run git status")) setTimeout(() => child.kill("SIGINT"), 300); // the first of the two commands runs then
    },
  },
  killed: {
    files: { ...FILES, ".github/kimi-policy.yml": POLICY.replace('"search"', '"search", "sleep 9"') },
    replies: [says(read("src/add.js")), says(read("package.json"), command("sleep 9"))],
    onStderr: (text, child) => {
      if (text.includes("✓ run sleep")) setTimeout(() => child.kill("SIGKILL"), 300);
    },
  },
  "killed-resumed": {
    files: { ...FILES, ".github/kimi-policy.yml": POLICY.replace('"search"', '"search", "sleep 9"') },
    replies: [
      says(read("src/add.js")),
      says(read("package.json"), command("sleep 9"), read("src/add.js")),
      ...FIX.slice(1),
    ],
    onStderr: (text, child) => {
      if (text.includes("✓ read src/add.js") && text.includes("✓ run sleep"))
        setTimeout(() => child.kill("SIGKILL"), 300);
    },
    resumes: [[]],
  },
  "killed-asking": {
    replies: [FIX[0] ?? {}, { text: "never heard", delayMs: 2000 }, ...FIX.slice(1)],
    onStderr: (text, child) => {
      if (text.includes("✓ read src/add.js")) setTimeout(() => child.kill("SIGKILL"), 300);
    },
    resumes: [[]],
  },
  "limit-resumed": {
    args: ["fix the failing test", "--max-steps", "1"],
    replies: FIX,
    resumes: [["--max-steps", "5"]],
  },
};

async function record(name: string, session: Session): Promise<void> {
  const { args = ["fix the failing test"], resumes = [], onStderr } = session;
  await using scene: Scene = await createScene(session);
  const where = ["--model", "openai/test-model", "--sandbox", "none"];
  const run = ["run", ...args, "--bundle", scene.bundle, ...where];
  const ends = [await scene.cli(run, onStderr === undefined ? {} : { onStderr })];
  for (const answer of resumes) ends.push(await scene.cli(["resume", scene.bundle, ...answer, "--sandbox", "none"]));
  mkdirSync(join(FOLDER, name), { recursive: true });
  copyFileSync(join(scene.bundle, "journal.jsonl"), join(FOLDER, name, "journal.jsonl"));
  console.log(`${name}: ${ends.map(({ stderr }) => /■ .*/.exec(stderr)?.[0] ?? stderr).join("; ")}`);
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(SESSIONS, name));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(SESSIONS).join(", ")}`);
for (const [name, session] of Object.entries(SESSIONS)) {
  if (wanted.length === 0 || wanted.includes(name)) await record(name, session);
}
