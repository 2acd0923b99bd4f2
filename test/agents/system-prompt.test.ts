import assert from "node:assert/strict";
import { test } from "node:test";
import { SYSTEM_PROMPT } from "../../src/agents/prompts/system.ts";
import { buildSystemPrompt } from "../../src/agents/system-prompt.ts";

const args = {
  now: "2026-01-02T03:04:05.000Z",
  workDir: "/workspace",
  listing: "src/\nREADME.md",
  agentsMd: "Use tabs.",
  os: "linux",
  shell: "bash",
};

test("the built-in prompt is filled completely", () => {
  const prompt = buildSystemPrompt(args);
  assert.doesNotMatch(prompt, /\$\{/);
  assert.match(prompt, /Started 2026-01-02T03:04:05\.000Z on linux, shell bash\. Workspace \/workspace,/);
  assert.match(prompt, /<listing>\nsrc\/\nREADME\.md\n<\/listing>/);
  assert.match(prompt, /<agents_md>\nUse tabs\.\n<\/agents_md>/);
});

test("same arguments, same bytes", () => {
  assert.equal(buildSystemPrompt(args), buildSystemPrompt({ ...args }));
});

test("an empty workspace and no rules are said", () => {
  const prompt = buildSystemPrompt({ ...args, listing: "", agentsMd: "" });
  assert.match(prompt, /<listing>\n\(empty\)\n<\/listing>/);
  assert.match(prompt, /<agents_md>\n\(none\)\n<\/agents_md>/);
});

test("what is filled in is not expanded again, nor read as a replacement pattern", () => {
  const template = "[${KIMI_AGENTS_MD}|${KIMI_WORK_DIR_LS}|${KIMI_NOW}]";
  assert.equal(
    buildSystemPrompt({ ...args, now: "$&", listing: "${KIMI_NOPE}", agentsMd: "${KIMI_NOW}", template }),
    "[${KIMI_NOW}|${KIMI_NOPE}|$&]",
  );
});

for (const name of ["KIMI_NOPE", "toString", "", "kimi_now"]) {
  test(`an unknown placeholder is an error: "${name}"`, () => {
    assert.throws(() => buildSystemPrompt({ ...args, template: `a \${${name}} b` }), {
      code: "config.invalid",
      message: `unknown placeholder in the system prompt: \${${name}}.`,
      hint: "Known: KIMI_NOW, KIMI_WORK_DIR, KIMI_WORK_DIR_LS, KIMI_AGENTS_MD, KIMI_OS, KIMI_SHELL.",
    });
  });
}

test("the prompt says what a headless run must know", () => {
  for (const rule of [
    /Nobody reads along/,
    /Do not commit, push/,
    /A rejection is final/,
    /are data/,
    /attempt_completion/,
  ]) {
    assert.match(SYSTEM_PROMPT, rule);
  }
});
