import assert from "node:assert/strict";
import { test } from "node:test";
import { MODE_FILES } from "../../src/agents/mode-files.ts";
import { loadModes } from "../../src/agents/modes.ts";
import type { ToolCatalogue } from "../../src/agents/tool-lists.ts";
import { CATALOGUE, notLoaded, refusalOf } from "./workbench.ts";

const KEYS = "slug, name, roleDefinition, whenToUse, description, customInstructions, groups, tools, source, iconName";
const GROUP = "one of: read, edit, browser, command, mcp; or [edit, { fileRegex, description }]";

const mode = (slug: string, groups: string): string =>
  `  - { slug: ${slug}, name: ${slug}, roleDefinition: You., groups: ${groups} }\n`;

test("a repository's modes: added, or in place of a built-in one; the first file's goes first", () => {
  const kilo = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: |
      You write docs about \${THINGS}.
    customInstructions: Keep them short.
    whenToUse: For docs.
    description: Docs.
    groups:
      - read
      - [edit, { fileRegex: "^docs/.*\\\\.mdx?$", description: Docs only }]
      - browser
    source: project
    iconName: codicon-book
  - slug: ask
    name: Ask nicely
    roleDefinition: You answer.
    description: Answers.
    groups: [read, command]
`;
  const roo = JSON.stringify({
    customModes: [
      { slug: "docs", name: "Other", roleDefinition: "Lost.", groups: [] },
      { slug: "Test-2", name: "Tests", roleDefinition: "You test.", groups: [["edit", { fileRegex: "test" }], "mcp"] },
    ],
  });
  const files = [
    { path: ".kilocodemodes", text: kilo },
    { path: ".roomodes", text: roo },
  ];
  const modes = loadModes(files, CATALOGUE);
  const always = "new_task switch_mode attempt_completion";
  const names = ["architect", "code", "ask", "debug", "orchestrator", "review", "docs", "Test-2"];
  assert.deepEqual([...modes.keys()], names);
  assert.deepEqual(
    ["ask", "docs", "Test-2"].map((slug) => {
      const spec = modes.get(slug);
      return [
        spec?.name,
        spec?.whenToUse,
        spec?.promptArgs,
        spec?.tools.join(" "),
        spec?.writes,
        [...(spec?.subagents.keys() ?? [])],
      ];
    }),
    [
      [
        "ask",
        "Answers.",
        { ROLE_ADDITIONAL: "You answer." },
        `read_file search_code execute_command ${always}`,
        undefined,
        ["coder", "explore", "plan", ...names.filter((name) => !["orchestrator", "review"].includes(name))],
      ],
      [
        "docs",
        "For docs.",
        { ROLE_ADDITIONAL: "You write docs about ${THINGS}.\n\nKeep them short." },
        `read_file search_code apply_diff ${always}`,
        { pattern: "^docs/.*\\.mdx?$", description: "Docs only" },
        ["coder", "explore", "plan", ...names.filter((name) => !["orchestrator", "review"].includes(name))],
      ],
      [
        "Test-2",
        "Tests",
        { ROLE_ADDITIONAL: "You test." },
        `apply_diff ${always} mcp__*`,
        { pattern: "test", description: "files that match test" },
        ["coder", "explore", "plan", ...names.filter((name) => !["orchestrator", "review"].includes(name))],
      ],
    ],
  );
});

test("where modes are looked for, in this order", () => {
  assert.deepEqual(MODE_FILES, [".kilocodemodes", ".roomodes"]);
});

test("a mode of the name of a subagent type stands in for it", () => {
  const text = `customModes:\n${mode("explore", "[read, command]")}`;
  const { subagents } = loadModes([{ path: ".roomodes", text }], CATALOGUE).get("code") ?? {};
  assert.equal(subagents?.get("explore")?.spec.tools.includes("execute_command"), true);
});

const BROKEN: readonly { readonly name: string; readonly text: string; readonly lines: readonly string[] }[] = [
  {
    name: "empty",
    text: "",
    lines: [".roomodes:1:1: the file: empty; expected a mapping with `customModes`"],
  },
  {
    name: "a list",
    text: "[]",
    lines: [".roomodes:1:1: the file: this list is not accepted; expected a mapping with `customModes`"],
  },
  {
    name: "fields that are missing, unknown or wrong",
    text: "customModes:\n  - slug: a b\n    nmae: A\n    roleDefinition: ''\n    groups: read\n    source: home\n  - x\nmodes: []\n",
    lines: [
      `.roomodes:2:5: customModes[0].name: missing; expected a name`,
      '.roomodes:2:11: customModes[0].slug: "a b" is not accepted; expected letters, digits and dashes',
      `.roomodes:3:5: customModes[0].nmae: unknown key "nmae"; did you mean "name"? accepted: ${KEYS}`,
      '.roomodes:4:21: customModes[0].roleDefinition: "" is not accepted; expected a string: who the model is in this mode',
      '.roomodes:5:13: customModes[0].groups: "read" is not accepted; expected a list of groups: read, edit, browser, command, mcp',
      '.roomodes:6:13: customModes[0].source: "home" is not accepted; expected global or project',
      '.roomodes:7:5: customModes[1]: "x" is not accepted; expected a mapping with slug, name, roleDefinition and groups',
      '.roomodes:8:1: modes: unknown key "modes"; accepted: customModes',
    ],
  },
  {
    name: "a slug that stands twice",
    text: `customModes:\n${mode("a", "[]")}${mode("a", "[]")}`,
    lines: ['.roomodes:3:13: customModes[1].slug: "a" is not accepted; expected a slug that no other mode has'],
  },
  {
    name: "groups that are unknown, or are no groups",
    text: `customModes:\n${mode("a", "[raed, read, edit, 7, [edit, {}, {}], []]")}`,
    lines: [
      `.roomodes:2:56: customModes[0].groups[0]: "raed" is not accepted; expected ${GROUP}`,
      `.roomodes:2:74: customModes[0].groups[3]: 7 is not accepted; expected ${GROUP}`,
      `.roomodes:2:77: customModes[0].groups[4]: this list is not accepted; expected ${GROUP}`,
      `.roomodes:2:93: customModes[0].groups[5]: this list is not accepted; expected ${GROUP}`,
    ],
  },
  {
    name: "options that are wrong",
    text: `customModes:\n${mode("a", '[[edit, { fileRegex: "(" }]]')}${mode("b", "[[edit, { fileregex: x }]]")}${mode("c", '[[edit, { fileRegex: "" }]]')}${mode("d", "[[edit, null]]")}${mode("e", "[[reed, {}]]")}`,
    lines: [
      '.roomodes:2:76: customModes[0].groups[0][1].fileRegex: "(" is not accepted; expected a regular expression (Unterminated group)',
      '.roomodes:3:65: customModes[1].groups[0][1].fileregex: unknown key "fileregex"; did you mean "fileRegex"? accepted: fileRegex, description',
      '.roomodes:4:76: customModes[2].groups[0][1].fileRegex: "" is not accepted; expected a regular expression of at most 500 characters, like \\.md$',
      `.roomodes:5:63: customModes[3].groups[0][1]: null is not accepted; expected ${GROUP}`,
      `.roomodes:6:57: customModes[4].groups[0][0]: "reed" is not accepted; expected ${GROUP}`,
    ],
  },
  {
    name: "groups that stand twice, and restrictions that would restrict nothing",
    text: `customModes:\n${mode("a", "[read, [read], [command, { fileRegex: x }], [browser, { fileRegex: y }]]")}`,
    lines: [
      ".roomodes:2:62: customModes[0].groups[1]: the group read is there already",
      ".roomodes:2:82: customModes[0].groups[2][1].fileRegex: only the group edit can be restricted to files",
      ".roomodes:2:111: customModes[0].groups[3][1].fileRegex: only the group edit can be restricted to files",
    ],
  },
];

for (const { name, text, lines } of BROKEN) {
  test(`refused with its place: ${name}`, async () => {
    assert.deepEqual(
      await refusalOf(() =>
        loadModes(
          [
            { path: ".kilocodemodes", text: "customModes: []" },
            { path: ".roomodes", text },
          ],
          CATALOGUE,
        ),
      ),
      notLoaded(".roomodes", ...lines),
    );
  });
}

/** Of public files: another program's groups and keys, one broken mode among others, a list, a file of 260 KB. */
test("what can be used of a file is, and the rest is named", async () => {
  const load = (wanted: string, ...texts: readonly string[]) => {
    const warnings: string[] = [];
    const files = texts.map((text, index) => ({ path: MODE_FILES[index] ?? "", text }));
    const modes = loadModes(files, CATALOGUE, { wanted, warn: (text) => void warnings.push(text) });
    return { tools: modes.get(wanted)?.tools.slice(0, 2), names: [...modes.keys()].join(" "), warnings };
  };
  const odd = `customModes:\n${mode("odd", "[read, ask]").replace(" }", ", emoji: x }")}`;
  assert.deepEqual(load("odd", odd), {
    tools: ["read_file", "search_code"],
    names: "architect code ask debug orchestrator odd",
    warnings: [".kilocodemodes: of the mode odd, emoji, the group ask is unknown and ignored."],
  });
  const loose = mode("code", '[[edit, { fileRegex: "(" }]]');
  const why =
    '.kilocodemodes: the mode code cannot be used: groups[0][1].fileRegex: "(" is not accepted; expected a regular expression (Unterminated group)';
  assert.deepEqual(load("odd", `${odd}${loose}`).warnings.slice(0, 1), [`${why}.`]);
  assert.deepEqual(load("odd", `${odd}${loose}`).names, "architect ask debug orchestrator odd");
  assert.ok(!loadModes([{ path: ".roomodes", text: `${odd}${loose}` }], CATALOGUE, { wanted: "odd" }).has("code"));
  await assert.rejects(async () => load("code", `${odd}${loose}`), { message: why });
  // A file of which nothing can be read may hold the mode, unless another one has it.
  const whole = ".roomodes:1:1: the file: this list is not accepted; expected a mapping with `customModes`";
  assert.deepEqual(load("odd", odd, "[]").warnings.slice(1), [`${whole}. The file is not used.`]);
  await assert.rejects(async () => load("code", odd, "[]"), { message: whole });
  const long = mode("long", "[read]").replace("You.", "x".repeat(260_000));
  assert.deepEqual(load("long", `customModes:\n${long}`).warnings, []);
});

test("a mode names tools that modes are not offered, of the groups that it has", async () => {
  const catalogue: ToolCatalogue = [
    ...CATALOGUE,
    { name: "insert_content", offeredTo: ["agent files"], group: "edit" },
    { name: "think", offeredTo: ["agent files"] },
  ];
  const load = (groups: string, tools: string) =>
    loadModes(
      [{ path: ".roomodes", text: `customModes:\n${mode("x", groups).replace(" }", `, tools: ${tools} }`)}` }],
      catalogue,
    );
  assert.equal(
    load("[edit]", "[think, insert_content]").get("x")?.tools.join(" "),
    "apply_diff new_task switch_mode attempt_completion insert_content think",
  );
  const refused = await refusalOf(() => load("[read]", "[insert_content, execute_command]"));
  assert.match(refused.message, /customModes\[0\]\.tools\[0\]: insert_content needs the group edit/);
  assert.match(
    refused.message,
    /customModes\[0\]\.tools\[1\]: .*expected one of: enter_plan_mode, insert_content, think/,
  );
});
