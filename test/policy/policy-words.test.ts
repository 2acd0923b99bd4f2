/** The policy as the model is told it: complete where it fits, bounded where it does not, and the same bytes each time. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { MAX_POLICY_WORDS_BYTES, policyWords } from "../../src/policy/policy-words.ts";
import { profileForms, PROFILE_NAMES, isProfileName } from "../../src/policy/profiles.ts";

const SEALED = { level: "sealed", isReadOnly: false, isSubagent: false } as const;

const POLICY = `version: 1
default: defer
rules:
  - { id: read, approve: { read: ["**"], mcp: [docs/find] } }
  - { id: edit, approve: { write: ["src/**", "test/**"] } }
  - { id: tests, approve: { exec: ["npm test", "npm run {lint,build}", git-read] } }
  - { id: install, defer: { exec: ["npm install **"], write: [package.json] }, reason: adds a dependency }
  - { id: ci, reject: { write: [".github/**"], exec: ["git push **"] }, reason: "people\\n  release" }
limits: { steps: 40, minutes: 20, cost_usd: 2, denials: 4, verify: ["npm test", { command: "npm run lint", timeout: 60 }] }
sandbox: { network: [registry.npmjs.org] }
publish: { protected: [CODEOWNERS] }
`;

const wordsOf = async (text: string, options: Partial<Parameters<typeof policyWords>[1]> = {}) =>
  policyWords(await loadPolicy(text, { file: "p.yml" }), { ...SEALED, ...options });

test("everything of a policy that decides what the model may do", async () => {
  assert.equal(
    await wordsOf(POLICY),
    `Approved, unless a line below says otherwise:
- read **
- write src/**, test/**, /tmp/**
- run \`npm test\`; \`npm run {lint,build}\`; git status|diff|log|show|blame|grep|ls-files|branch|…, git stash|worktree list|show
- call of MCP servers docs/find
In a line each command must be approved; * is one word, a final ** any words, {a,b} a choice. Not approved: computed names of commands, eval, source, functions.
Files that may not be read look empty to commands. Files that commands change are published only if you may write them.
Waits for a person, which stops the run, so prefer an approved way:
- write package.json; run \`npm install **\`: adds a dependency
- write .github/kimi-policy.yml, CODEOWNERS, agent files (AGENTS.md, .mcp.json, .claude/**, …)
Rejected:
- write .github/**; run \`git push **\`: people release
- read files of secrets (.env, private keys, credentials), write inside .git
Anything else waits for a person.
Checked when you finish: \`npm test\`, \`npm run lint\`.
Hosts that commands reach: registry.npmjs.org.
Limits: 40 steps, 20 minutes, $2, 4 rejections.`,
  );
});

test("a weaker cell, a run that only answers, a subagent, and the other defaults", async () => {
  const differs = async (text: string, options: Parameters<typeof wordsOf>[1]) => {
    const before = new Set((await wordsOf(POLICY)).split("\n"));
    return (await wordsOf(text, options)).split("\n").filter((line) => !before.has(line));
  };
  assert.deepEqual(await differs(POLICY, { level: "separate" }), [
    "- write src/**, test/**",
    "- run `npm test`",
    "A command line must be one of these word for word, or several joined by &&.",
  ]);
  const trusting = POLICY.replace("sandbox: {", "sandbox: { unsealed: patterns,");
  assert.deepEqual(await differs(trusting, { level: "none" }), [
    "- write src/**, test/**",
    "- run `npm test`, `npm run {lint,build}`",
  ]);
  const careful = `${POLICY}after_web: { default: defer }\n`;
  const after = "After a call of a web tool, every write, command and call of an MCP server";
  assert.deepEqual(await differs(careful, {}), [`${after} waits for a person.`]);
  assert.deepEqual((await differs(careful, { isSubagent: true })).at(-1), `${after} is rejected.`);
  assert.deepEqual(await differs(POLICY, { isReadOnly: true }), ["- write nothing: this run only answers"]);
  assert.deepEqual(await differs(POLICY, { isSubagent: true }), [
    "Rejected for you, since a subagent cannot ask a person:",
    "Anything else is rejected for you as well.",
  ]);
  assert.deepEqual(await differs(POLICY.replace("default: defer", "default: reject"), {}), [
    "Anything else is rejected.",
  ]);
  assert.deepEqual(await differs(POLICY.replace("default: defer", "default: approve"), {}), [
    "Anything else is approved, except writes outside the workspace and command lines that are not understood.",
  ]);
});

test("`any` is told as what it is: every command, in a sealed cell only", async () => {
  const any = "version: 1\nrules: [{ id: work, approve: { read: ['**'], exec: [any, make, ls] } }]\n";
  assert.match(await wordsOf(any), /\n- run any command\n/);
  assert.match(await wordsOf(any, { level: "none" }), /\n- run `ls`\n/);
  assert.match(
    await wordsOf("version: 1\nrules: [{ id: no, reject: { exec: [any] } }]\n"),
    /\n- run any command\n- read/,
  );
});

test("a long policy is cut to its bound, and what is left out is counted", async () => {
  const many = (count: number, make: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => make(n)).join("\n");
  const glob = (n: number) => `"päckages/a-rather-long-folder-name-${n}/**"`;
  const long = `version: 1
rules:
  - { id: edit, approve: { read: [${many(30, glob).replaceAll("\n", ", ")}], write: [${many(90, glob).replaceAll("\n", ", ")}] } }
  - { id: run, approve: { exec: [${PROFILE_NAMES.join(", ")}, ${many(99, (n) => `"tool-${n} {check,build} **"`).replaceAll("\n", ", ")}], mcp: [${many(40, (n) => `server/tool-${n}`).replaceAll("\n", ", ")}] } }
${many(150, (n) => `  - { id: wait-${n}, defer: { write: ["wait-${n}/**"], exec: ["wait-${n} **"] }, reason: "${"why ".repeat(60)}" }`)}
${many(150, (n) => `  - { id: no-${n}, reject: { write: [${glob(n)}] }, reason: no }`)}
limits: { verify: [${many(10, (n) => `"check ${"x".repeat(300)} ${n}"`).replaceAll("\n", ", ")}] }
sandbox: { network: [${many(60, (n) => `host-${n}.example.com`).replaceAll("\n", ", ")}] }
publish: { protected: [${many(60, glob).replaceAll("\n", ", ")}] }
`;
  const words = await wordsOf(long);
  const bytes = Buffer.byteLength(words);
  assert.ok(bytes <= MAX_POLICY_WORDS_BYTES, `${bytes} bytes`);
  assert.ok(bytes > MAX_POLICY_WORDS_BYTES * 0.7, `${bytes} bytes`);
  assert.equal(words, await wordsOf(long));
  assert.equal(words.match(/^- what \d+ more rules name; a held action says which$/gm)?.length, 2);
  assert.match(words, /… \(\d+ more\)/);
  assert.match(words, /\nLimits: 100 steps/);
});

test("policies that people copy take at most half of the bound", async () => {
  for (const file of globSync("examples/policies/*.yml")) {
    const words = await wordsOf(readFileSync(file, "utf8"));
    assert.ok(Buffer.byteLength(words) <= MAX_POLICY_WORDS_BYTES / 2, `${file}: ${Buffer.byteLength(words)} bytes`);
  }
});

test("what a profile approves is said in one line without code marks", () => {
  for (const name of PROFILE_NAMES) {
    assert.ok(isProfileName(name));
    assert.match(profileForms(name), /^[^`\n]{3,300}$/);
  }
});
