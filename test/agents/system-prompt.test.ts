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

test("the built-in prompt is the same bytes without role, folders and skills, and gets a section for each otherwise", () => {
  const plain = buildSystemPrompt(args);
  const { promptArgs, ...rest } = defaultAgent(TOOLS);
  assert.equal(buildSystemPrompt({ ...args, skills: "", additionalDirs: "", agent: { ...rest, promptArgs } }), plain);
  assert.equal(
    buildSystemPrompt({
      ...args,
      skills: "- pdf: reads ${PDF}",
      additionalDirs: "/data",
      agent: { ...rest, promptArgs: { ...promptArgs, ROLE_ADDITIONAL: "Be ${brief}." } },
    }),
    `${plain}
# Role
Be \${brief}.

# Additional folders
They belong to the workspace too:
/data

# Skills
Instructions for kinds of work, by name. When one fits the task, read it before you begin:
- pdf: reads \${PDF}
`,
  );
  assert.equal(
    createHash("sha256").update(plain).digest("hex"),
    "454073ebf40d2811f1022ffc44015c6543d0bfb56ad26f015615551d40d733e8",
    "a change of these bytes makes every provider's cache miss once",
  );
});
