/** What Kimi CLI's own tests ask of the skills of a project, in other words: files, and the skills that are found. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { listSkills } from "../../src/commands/skill.ts";
import { loadSkills } from "../../src/commands/skills.ts";

const md = (front: string, body = ""): string => `---\n${front}\n---\n${body}`;
const [KIMI, CLAUDE, CODEX, AGENTS] = [".kimi/skills", ".claude/skills", ".codex/skills", ".agents/skills"];
const named = (name: string, description: string): string => md(`name: ${name}\ndescription: ${description}`);
const FLOW = "```mermaid\nflowchart TD\nBEGIN([BEGIN]) --> A[Hi]\nA --> END([END])\n```\n";

/** Files, and `name: description` of each skill, with its type where it is a flow. */
const CASES: readonly (readonly [files: Readonly<Record<string, string>>, found: readonly string[]])[] = [
  [
    { [`${KIMI}/one/SKILL.md`]: named("first", "Does it"), [`${KIMI}/two/SKILL.md`]: "# Only a title" },
    ["first: Does it", "two: # Only a title"],
  ],
  [{ [`${KIMI}/f/SKILL.md`]: md("name: f\ndescription: A flow\ntype: flow", FLOW) }, ["f: A flow (flow)"]],
  [
    {
      [`${KIMI}/f/SKILL.md`]: md(
        "name: f\ndescription: A flow\ntype: flow",
        FLOW.replace("BEGIN([BEGIN]) --> A[Hi]\n", ""),
      ),
    },
    ["f: A flow"],
  ],
  [{ [`${KIMI}/s/SKILL.md`]: named("s", "Kimi's"), [`${AGENTS}/s/SKILL.md`]: named("s", "Other") }, ["s: Kimi's"]],
  [{ [`${KIMI}/s/SKILL.md`]: named("s", "Kimi's"), [`${CLAUDE}/s/SKILL.md`]: named("s", "Other") }, ["s: Kimi's"]],
  [
    {
      [`${CODEX}/c/SKILL.md`]: named("c", "C"),
      [`${KIMI}/k/SKILL.md`]: named("k", "K"),
      [`${CLAUDE}/b/SKILL.md`]: named("b", "B"),
    },
    ["b: B", "c: C", "k: K"],
  ],
  [{ [`${KIMI}/k/SKILL.md`]: named("k", "K"), [`${AGENTS}/a/SKILL.md`]: named("a", "A") }, ["a: A", "k: K"]],
  [{ [`${CLAUDE}/b/SKILL.md`]: named("b", "B") }, ["b: B"]],
  [{ [`${AGENTS}/a/SKILL.md`]: named("a", "A") }, ["a: A"]],
  [{ [`${AGENTS}/.gitkeep`]: "", [`${KIMI}/k/SKILL.md`]: named("k", "K") }, ["k: K"]],
  [{}, []],
  // Flat files
  [{ [`${KIMI}/parts.md`]: md("name: parts\ndescription: Parts", "Body") }, ["parts: Parts"]],
  [{ [`${KIMI}/my-part.md`]: md("description: Some", "Body") }, ["my-part: Some"]],
  [{ [`${KIMI}/plain.md`]: "\n\nThe first line says it.\n\nMore.\n" }, ["plain: The first line says it."]],
  [{ [`${KIMI}/a.md`]: md("description: Above", "Below\n") }, ["a: Above"]],
  [{ [`${KIMI}/flat.md`]: named("flat", "F"), [`${KIMI}/sub/SKILL.md`]: named("sub", "S") }, ["flat: F", "sub: S"]],
  [{ [`${KIMI}/s.md`]: named("s", "Flat"), [`${KIMI}/s/SKILL.md`]: named("s", "Folder") }, ["s: Folder"]],
  [{ [`${KIMI}/SKILL.md`]: named("none", "Lost") }, []],
  [{ [`${KIMI}/stem.md`]: named("real", "R") }, ["real: R"]],
  // Descriptions
  [{ [`${KIMI}/s/SKILL.md`]: "A skill without front matter." }, ["s: A skill without front matter."]],
  [{ [`${KIMI}/s/SKILL.md`]: "x".repeat(500) }, [`s: ${"x".repeat(239)}…`]],
  [{ [`${KIMI}/s/SKILL.md`]: named("s", "x".repeat(500)) }, [`s: ${"x".repeat(500)}`]],
  [{ [`${KIMI}/s.md`]: "---\n# Hello\nBody\n" }, ["s: # Hello"]],
  [{ [`${KIMI}/s/SKILL.md`]: "---\n# Heading\nBody\n" }, ["s: # Heading"]],
];

test("Kimi CLI's cases for the skills of a project", () => {
  for (const [files, found] of CASES) {
    const { skills } = loadSkills(new Map(Object.entries(files)));
    const shown = skills.map(
      ({ name, description, type }) => `${name}: ${description}${type === "flow" ? " (flow)" : ""}`,
    );
    assert.deepEqual(shown, found, JSON.stringify(files));
  }
  const files = {
    [`${KIMI}/z.md`]: named("zeta", "Z"),
    [`${AGENTS}/m.md`]: named("mid", "M"),
    [`${KIMI}/a.md`]: named("alpha", "A"),
  };
  assert.equal(listSkills(loadSkills(new Map(Object.entries(files))).skills), "- alpha: A\n- mid: M\n- zeta: Z");
  assert.equal(listSkills([]), "");
});
