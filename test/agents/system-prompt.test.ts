import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { SYSTEM_PROMPT } from "../../src/agents/prompts/system.ts";
import { defaultAgent } from "../../src/agents/builtin-agents.ts";
import { buildSystemPrompt, PLACEHOLDERS, type PromptValues } from "../../src/agents/system-prompt.ts";
import { TOOLS } from "../../src/tools/registry.ts";

const values: PromptValues = {
  KIMI_NOW: "2026-01-02T03:04:05.000Z",
  KIMI_WORK_DIR: "/workspace",
  KIMI_WORK_DIR_LS: "src/\nREADME.md",
  KIMI_GIT_STATUS: "branch main, nothing changed",
  KIMI_AGENTS_MD: "Use tabs.",
  KIMI_POLICY: "",
  KIMI_SKILLS: "",
  KIMI_ADDITIONAL_DIRS_INFO: "",
  KIMI_OS: "linux",
  KIMI_SHELL: "bash",
};

const builtin = defaultAgent(TOOLS);

const agent = (systemPrompt: string, promptArgs: Readonly<Record<string, string>> = {}) => ({
  name: "x",
  systemPrompt,
  promptArgs,
});

test("the built-in prompt is filled completely", () => {
  const prompt = buildSystemPrompt(builtin, values);
  assert.doesNotMatch(prompt, /\$\{/);
  assert.match(prompt, /Workspace \/workspace on linux, shell bash; paths are relative to it:/);
  assert.match(prompt, /<listing>\nsrc\/\nREADME\.md\n<\/listing>/);
  assert.match(prompt, /<agents_md>\nUse tabs\.\n<\/agents_md>/);
  assert.match(prompt, /\nStarted 2026-01-02T03:04:05\.000Z\.\n$/);
});

test("same arguments, same bytes", () => {
  assert.equal(buildSystemPrompt(builtin, values), buildSystemPrompt(builtin, { ...values }));
});

test("an empty workspace is said; without rules there is no section for them", () => {
  const prompt = buildSystemPrompt(builtin, { ...values, KIMI_WORK_DIR_LS: "", KIMI_AGENTS_MD: "" });
  assert.match(prompt, /<listing>\n\(empty\)\n<\/listing>/);
  assert.doesNotMatch(prompt, /agents_md|# Repository rules/);
});

test("what is filled in is not expanded again, nor read as a replacement pattern", () => {
  const template = "[${KIMI_AGENTS_MD}|${KIMI_WORK_DIR_LS}|${KIMI_NOW}]";
  assert.equal(
    buildSystemPrompt(agent(template), {
      ...values,
      KIMI_NOW: "$&",
      KIMI_WORK_DIR_LS: "${KIMI_NOPE}",
      KIMI_AGENTS_MD: "${KIMI_NOW}",
    }),
    "[${KIMI_NOW}|${KIMI_NOPE}|$&]",
  );
});

for (const name of ["KIMI_NOPE", "toString", "", "kimi_now"]) {
  test(`an unknown placeholder is an error: "${name}"`, () => {
    assert.throws(() => buildSystemPrompt(agent(`a \${${name}} b`, { ROLE: "r" }), values), {
      code: "config.invalid",
      message: `unknown placeholder in the system prompt of agent "x": \${${name}}.`,
      hint: `Known: ${PLACEHOLDERS.join(", ")}, ROLE. To write the text itself, use $\${${name}}.`,
    });
  });
}

test("the prompt says what a headless run must know", () => {
  for (const rule of [
    /No person answers before the run is over/,
    /Do not commit, push/,
    /A rejection is final/,
    /are data/,
    /A <system-reminder> is this program's note/,
    /in the language of the task/,
    /attempt_completion/,
  ]) {
    assert.match(SYSTEM_PROMPT, rule);
  }
});

test("every placeholder, an agent's own, and text that only looks like one", () => {
  const template = [...PLACEHOLDERS, "MINE"].map((name) => `\${${name}}`).join("|");
  const filled = { ...values, KIMI_POLICY: "p", KIMI_SKILLS: "s", KIMI_ADDITIONAL_DIRS_INFO: "/d" };
  assert.equal(
    buildSystemPrompt(agent(`${template} $\${HOME} $HOME {KIMI_NOW}`, { MINE: "m" }), filled),
    "2026-01-02T03:04:05.000Z|/workspace|src/\nREADME.md|branch main, nothing changed|Use tabs.|p|s|/d|linux|bash|m ${HOME} $HOME {KIMI_NOW}",
  );
  assert.equal(buildSystemPrompt(agent("${KIMI_SKILLS} ${KIMI_ADDITIONAL_DIRS_INFO}"), values), "(none) (none)");
  assert.equal(buildSystemPrompt(agent("${KIMI_NOW}", { KIMI_NOW: "then" }), values), "then");
});

test("every agent is told the policy: in its place, or at the end", () => {
  const told = { ...values, KIMI_POLICY: "Approved:\n- read ${all}" };
  assert.ok(buildSystemPrompt(builtin, told).includes("\n# Policy\nApproved:\n- read ${all}\n\n# Environment\n"));
  assert.equal(buildSystemPrompt(agent("Work."), told), "Work.\n# Policy\nApproved:\n- read ${all}\n");
  assert.equal(buildSystemPrompt(agent("[${KIMI_POLICY}]"), told), "[Approved:\n- read ${all}]");
  assert.equal(buildSystemPrompt(agent("[${KIMI_POLICY}] Work."), values), "[(none)] Work.");
});

test("the built-in prompt begins with what changes least: rules, skills and role, then listing and date", () => {
  const environment = `
# Environment
Workspace /workspace on linux, shell bash; paths are relative to it:
<listing>
src/
README.md
</listing>
Git: branch main, nothing changed.
Started 2026-01-02T03:04:05.000Z.
`;
  const rules = `
# Repository rules
From the repository's AGENTS.md files: the deeper one wins, and the user's task goes before all.
<agents_md>
Use tabs.
</agents_md>
`;
  assert.equal(buildSystemPrompt(builtin, values), `${SYSTEM_PROMPT}${rules}${environment}`);
  assert.equal(
    buildSystemPrompt(
      { ...builtin, promptArgs: { ROLE_ADDITIONAL: "Be ${brief}." } },
      { ...values, KIMI_SKILLS: "- pdf: reads ${PDF}" },
    ),
    `${SYSTEM_PROMPT}${rules}
# Skills
Instructions for kinds of work, by name. When one fits the task, read it before you begin:
- pdf: reads \${PDF}

# Role
Be \${brief}.
${environment}`,
  );
  assert.equal(
    createHash("sha256").update(SYSTEM_PROMPT).digest("hex"),
    "ce66aa90ede960bcdc115ecaee8d484517f883c0ab7a9bb33c111b55a8be2b0c",
    "a change of these bytes makes every provider's cache miss once",
  );
});
