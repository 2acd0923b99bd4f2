import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { SYSTEM_PROMPT } from "../../src/agents/prompts/system.ts";
import { defaultAgent } from "../../src/agents/builtin-agents.ts";
import { buildSystemPrompt, PLACEHOLDERS } from "../../src/agents/system-prompt.ts";
import { TOOLS } from "../../src/tools/registry.ts";

const args = {
  now: "2026-01-02T03:04:05.000Z",
  workDir: "/workspace",
  listing: "src/\nREADME.md",
  agentsMd: "Use tabs.",
  os: "linux",
  shell: "bash",
};

const agent = (systemPrompt: string, promptArgs: Readonly<Record<string, string>> = {}) => ({
  name: "x",
  systemPrompt,
  promptArgs,
});

test("the built-in prompt is filled completely", () => {
  const prompt = buildSystemPrompt(args);
  assert.doesNotMatch(prompt, /\$\{/);
  assert.match(prompt, /Workspace \/workspace on linux, shell bash; paths are relative to it:/);
  assert.match(prompt, /<listing>\nsrc\/\nREADME\.md\n<\/listing>/);
  assert.match(prompt, /<agents_md>\nUse tabs\.\n<\/agents_md>/);
  assert.match(prompt, /\nStarted 2026-01-02T03:04:05\.000Z\.\n$/);
});

test("same arguments, same bytes", () => {
  assert.equal(buildSystemPrompt(args), buildSystemPrompt({ ...args }));
});

test("an empty workspace is said; without rules there is no section for them", () => {
  const prompt = buildSystemPrompt({ ...args, listing: "", agentsMd: "" });
  assert.match(prompt, /<listing>\n\(empty\)\n<\/listing>/);
  assert.doesNotMatch(prompt, /agents_md|# Repository rules/);
});

test("what is filled in is not expanded again, nor read as a replacement pattern", () => {
  const template = "[${KIMI_AGENTS_MD}|${KIMI_WORK_DIR_LS}|${KIMI_NOW}]";
  assert.equal(
    buildSystemPrompt({ ...args, now: "$&", listing: "${KIMI_NOPE}", agentsMd: "${KIMI_NOW}", agent: agent(template) }),
    "[${KIMI_NOW}|${KIMI_NOPE}|$&]",
  );
});

for (const name of ["KIMI_NOPE", "toString", "", "kimi_now"]) {
  test(`an unknown placeholder is an error: "${name}"`, () => {
    assert.throws(() => buildSystemPrompt({ ...args, agent: agent(`a \${${name}} b`, { ROLE: "r" }) }), {
      code: "config.invalid",
      message: `unknown placeholder in the system prompt of agent "x": \${${name}}.`,
      hint: `Known: ${PLACEHOLDERS.join(", ")}, ROLE. To have the text itself, write $\${${name}}.`,
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

test("every placeholder, an agent's own, and text that only looks like one", () => {
  const template = [...PLACEHOLDERS, "MINE"].map((name) => `\${${name}}`).join("|");
  const filled = { ...args, skills: "s", additionalDirs: "/d" };
  assert.equal(
    buildSystemPrompt({ ...filled, agent: agent(`${template} $\${HOME} $HOME {KIMI_NOW}`, { MINE: "m" }) }),
    "2026-01-02T03:04:05.000Z|/workspace|src/\nREADME.md|Use tabs.|s|/d|linux|bash|m ${HOME} $HOME {KIMI_NOW}",
  );
  assert.equal(
    buildSystemPrompt({ ...args, agent: agent("${KIMI_SKILLS} ${KIMI_ADDITIONAL_DIRS_INFO}") }),
    "(none) (none)",
  );
  assert.equal(buildSystemPrompt({ ...args, agent: agent("${KIMI_NOW}", { KIMI_NOW: "then" }) }), "then");
});

test("the built-in prompt begins with what changes least: rules, skills and role, then folders, listing and date", () => {
  const { promptArgs, ...rest } = defaultAgent(TOOLS);
  const environment = `
# Environment
Workspace /workspace on linux, shell bash; paths are relative to it:
<listing>
src/
README.md
</listing>
Started 2026-01-02T03:04:05.000Z.
`;
  const rules = `
# Repository rules
From AGENTS.md; the deeper file wins, and the user's task goes before both.
<agents_md>
Use tabs.
</agents_md>
`;
  assert.equal(
    buildSystemPrompt({ ...args, skills: "", additionalDirs: "", agent: { ...rest, promptArgs } }),
    `${SYSTEM_PROMPT}${rules}${environment}`,
  );
  assert.equal(
    buildSystemPrompt({
      ...args,
      skills: "- pdf: reads ${PDF}",
      additionalDirs: "/data",
      agent: { ...rest, promptArgs: { ...promptArgs, ROLE_ADDITIONAL: "Be ${brief}." } },
    }),
    `${SYSTEM_PROMPT}${rules}
# Skills
Instructions for kinds of work, by name. When one fits the task, read it before you begin:
- pdf: reads \${PDF}

# Role
Be \${brief}.

# Additional folders
They belong to the workspace too:
/data
${environment}`,
  );
  assert.equal(
    createHash("sha256").update(SYSTEM_PROMPT).digest("hex"),
    "6c155f5e3d3addc4e1d14a80ace2eb367fa4974abc758fc586b19c6e17b7a6d2",
    "a change of these bytes makes every provider's cache miss once",
  );
});
