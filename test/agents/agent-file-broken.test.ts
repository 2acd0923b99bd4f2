import assert from "node:assert/strict";
import { test } from "node:test";
import { TOOLS } from "../../src/tools/registry.ts";
import { load, notLoaded, refusalOf, type Files } from "./workbench.ts";

const NAMES = TOOLS.map(({ name }) => name).join(", ");
const KEYS =
  "extend, name, system_prompt_path, system_prompt_args, model, models, when_to_use, tools, allowed_tools, exclude_tools, compaction, subagents";
const V = "version: 1\nagent:\n";
const FRONT = "---\nname: a\ndescription: A.\n";
const FILE = "a .yaml, .yml, .json or .md file of the base commit";

interface Broken {
  readonly name: string;
  readonly files: Files;
  /** The file that is refused, when it is not the first. */
  readonly file?: string;
  readonly lines: readonly string[];
}

const BROKEN: readonly Broken[] = [
  {
    name: "empty",
    files: { "a.yaml": "" },
    lines: ["a.yaml:1:1: the file: empty; expected a mapping that begins with `version: 1`"],
  },
  {
    name: "not YAML",
    files: { "a.yaml": "version: 1\nagent: [\n" },
    lines: [
      "a.yaml:3:1: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
  },
  {
    name: "a duplicate key and a second document",
    files: { "a.yaml": "version: 1\nversion: 1\n---\nx: 1\n" },
    lines: [
      "a.yaml:2:1: duplicate key; each key may stand once in a mapping",
      "a.yaml:3:1: a second document; the file must hold one",
    ],
  },
  {
    name: "wrong version, unknown keys and wrong values, in the order of the file",
    files: {
      "a.yaml": `version: 2\nagent:\n  nmae: x\n  colour: red\n  tools: read_file\n  system_prompt_args: { A B: x, N: 1 }\n  model:\n  subagents: { x: { path: x.yaml } }\n`,
    },
    lines: [
      "a.yaml:1:10: version: 2 is not accepted; expected 1",
      `a.yaml:3:3: agent.nmae: unknown key "nmae"; did you mean "name"? accepted: ${KEYS}`,
      `a.yaml:4:3: agent.colour: unknown key "colour"; accepted: ${KEYS}`,
      'a.yaml:5:10: agent.tools: "read_file" is not accepted; expected a list of tools, like ["read_file"]',
      "a.yaml:6:25: agent.system_prompt_args.A B: expected a name of letters, digits and _",
      "a.yaml:6:36: agent.system_prompt_args.N: 1 is not accepted; expected a string; put quotes around it",
      "a.yaml:7:3: agent.model: null is not accepted; expected a model, like moonshotai/kimi-k2",
      "a.yaml:8:19: agent.subagents.x.description: missing; expected a string of at most 2000 characters",
    ],
  },
  {
    name: "nothing but a version",
    files: { "a.yaml": `${V}  when_to_use: never\n` },
    lines: [
      "a.yaml:3:3: agent.name: missing; expected a name, or `extend: default`",
      "a.yaml:3:3: agent.system_prompt_path: missing; expected the path of a prompt, or `extend: default`",
      "a.yaml:3:3: agent.tools: missing; expected a list of tools, or `extend: default`",
    ],
  },
  {
    name: "tools that are unknown, among those of Kimi CLI",
    files: {
      "a.yaml": `${V}  extend: default\n  tools: [read_flie, "kimi_cli.tools.web:SearchWeb", "other.module:Shell"]\n  allowed_tools: [kimi_cli.tools.think:Think, ReadMediaFile]\n  exclude_tools: [FetchURL, Bsh]\n`,
    },
    lines: [
      `a.yaml:4:11: agent.tools[0]: unknown tool "read_flie"; did you mean "read_file"? accepted: ${NAMES}`,
      `a.yaml:4:54: agent.tools[2]: unknown tool "other.module:Shell"; accepted: ${NAMES}`,
      `a.yaml:6:29: agent.exclude_tools[1]: unknown tool "Bsh"; accepted: ${NAMES}`,
    ],
  },
  {
    name: "paths out of the repository",
    files: { "a/b.yaml": `${V}  extend: /etc/agent.yaml\n  system_prompt_path: ../../x.md\n` },
    lines: [
      'a/b.yaml:3:11: agent.extend: "/etc/agent.yaml" is not accepted; expected a path inside the repository, relative to this file',
      'a/b.yaml:4:23: agent.system_prompt_path: "../../x.md" is not accepted; expected a path inside the repository, relative to this file',
    ],
  },
  {
    name: "an agent to extend that is not there",
    files: { "a/b.yaml": `${V}  extend: ./c.yaml\n` },
    lines: [
      `a/b.yaml:3:11: agent.extend: "./c.yaml" is not accepted; expected ${FILE} or \`default\`; there is no a/c.yaml`,
    ],
  },
  {
    name: "a built-in agent that cannot be extended",
    files: { "b.yaml": `${V}  extend: okabe\n` },
    lines: [`b.yaml:3:11: agent.extend: "okabe" is not accepted; expected ${FILE} or \`default\`; there is no okabe`],
  },
  {
    name: "a mistake in the extended file",
    files: { "a.yaml": `${V}  extend: b.yaml\n`, "b.yaml": `${V}  tools: [x]\n` },
    file: "b.yaml",
    lines: [`b.yaml:3:11: agent.tools[0]: unknown tool "x"; accepted: ${NAMES}`],
  },
  {
    name: "a cycle",
    files: { "a.yaml": `${V}  extend: b.yaml\n`, "b.yaml": `${V}  name: b\n  extend: ./a.yaml\n` },
    file: "b.yaml",
    lines: [
      'b.yaml:4:11: agent.extend: "./a.yaml" is not accepted; expected an agent that does not extend this one: a.yaml → b.yaml → a.yaml',
    ],
  },
  {
    name: "a chain of too many agents",
    files: Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`${index}.yaml`, `${V}  extend: ${index + 1}.yaml\n`]),
    ),
    file: "10.yaml",
    lines: [
      `10.yaml:3:11: agent.extend: "11.yaml" is not accepted; expected an agent that extends at most 10 others: ${Array.from({ length: 12 }, (_, index) => `${index}.yaml`).join(" → ")}`,
    ],
  },
  {
    name: "no prompt",
    files: { "a.yaml": `${V}  extend: default\n  system_prompt_path: p.md\n` },
    lines: [
      'a.yaml:4:23: agent.system_prompt_path: "p.md" is not accepted; expected a text file of the base commit; there is no p.md',
    ],
  },
  {
    name: "an empty prompt",
    files: { "a.yaml": `${V}  extend: default\n  system_prompt_path: p.md\n`, "p.md": " \n" },
    lines: [
      'a.yaml:4:23: agent.system_prompt_path: "p.md" is not accepted; expected a text file of the base commit; p.md is empty',
    ],
  },
  {
    name: "placeholders that nobody fills",
    files: {
      "a.yaml": `${V}  extend: default\n  system_prompt_path: p.md\n  system_prompt_args: { MINE: x }\n`,
      "p.md": "${MINE} ${KIMI_NWO}\n$${FREE}\n  ${kimi_now}",
    },
    file: "p.md",
    lines: [
      "p.md:1:9: unknown placeholder ${KIMI_NWO}; known: KIMI_NOW, KIMI_WORK_DIR, KIMI_WORK_DIR_LS, KIMI_GIT_STATUS, KIMI_AGENTS_MD, KIMI_POLICY, KIMI_SKILLS, KIMI_ADDITIONAL_DIRS_INFO, KIMI_OS, KIMI_SHELL, ROLE_ADDITIONAL, MINE; to write the text itself, use $${KIMI_NWO}",
      "p.md:3:3: unknown placeholder ${kimi_now}; known: KIMI_NOW, KIMI_WORK_DIR, KIMI_WORK_DIR_LS, KIMI_GIT_STATUS, KIMI_AGENTS_MD, KIMI_POLICY, KIMI_SKILLS, KIMI_ADDITIONAL_DIRS_INFO, KIMI_OS, KIMI_SHELL, ROLE_ADDITIONAL, MINE; to write the text itself, use $${kimi_now}",
    ],
  },
  {
    name: "a subagent that is not there",
    files: { "a.yaml": `${V}  extend: default\n  subagents: { s: { path: s.yaml, description: S. } }\n` },
    lines: [`a.yaml:4:27: agent.subagents.s.path: "s.yaml" is not accepted; expected ${FILE}; there is no s.yaml`],
  },
  {
    name: "a subagent that is broken",
    files: {
      "a.yaml": `${V}  extend: default\n  subagents: { s: { path: s.yaml, description: S. } }\n`,
      "s.yaml": `${V}  extend: default\n  tools: [nothing]\n`,
    },
    file: "s.yaml",
    lines: [`s.yaml:4:11: agent.tools[0]: unknown tool "nothing"; accepted: ${NAMES}`],
  },
  {
    name: "a subagent's name that the model could not write",
    files: { "a.yaml": `${V}  extend: default\n  subagents: { "a b": { path: s.yaml, description: S. } }\n` },
    lines: ["a.yaml:4:16: agent.subagents.a b: expected a name of letters, digits, _ and -"],
  },
  {
    name: "Markdown without front matter",
    files: { "a.md": "You review.\n" },
    lines: ["a.md:1:1: no front matter; expected it between two lines `---` at the very beginning"],
  },
  {
    name: "Markdown without a name, and with a key that is not known",
    files: { "a.md": "---\ndescription: A.\ntool: [Read]\nmode: add\n---\nBody\n" },
    lines: [
      "a.md:2:1: name: missing; expected a name of at most 64 characters",
      'a.md:3:1: tool: unknown key "tool"; did you mean "tools"? accepted: name, description, whenToUse, override, mode, model, models, compaction, tools, disallowedTools, subagents',
      'a.md:4:7: mode: "add" is not accepted; expected replace (the built-in prompt) or append (to it)',
    ],
  },
  {
    name: "Markdown without a body",
    files: { "a.md": `${FRONT}---\n\n` },
    lines: ["a.md:6:1: nothing below the front matter; expected the system prompt"],
  },
  {
    name: "Markdown with tools, a subagent and a placeholder that are not there",
    files: { "a.md": `${FRONT}tools: [Raed]\ndisallowedTools: [Bsh]\n---\nBody\n` },
    lines: [
      `a.md:4:9: tools[0]: unknown tool "Raed"; accepted: ${NAMES}`,
      `a.md:5:19: disallowedTools[0]: unknown tool "Bsh"; accepted: ${NAMES}`,
    ],
  },
  {
    name: "Markdown with a subagent that is not there",
    files: { "a.md": `${FRONT}subagents: [explorer]\n---\nBody\n` },
    lines: [`a.md:4:13: subagents[0]: "explorer" is not accepted; expected ${FILE}; there is no explorer`],
  },
  {
    name: "Markdown with two subagents of one name",
    files: {
      "a.md": `${FRONT}subagents: [explore, s.md]\n---\nBody\n`,
      "s.md": FRONT.replace("name: a", "name: explore") + "---\nB\n",
    },
    lines: [
      'a.md:4:22: subagents[1]: "s.md" is not accepted; expected an agent with another name than "explore", which is there already',
    ],
  },
  {
    name: "a placeholder below front matter and blank lines",
    files: { "a.md": `${FRONT}---\n\n\n  Go to \${WHERE}\n` },
    lines: [
      "a.md:7:9: unknown placeholder ${WHERE}; known: KIMI_NOW, KIMI_WORK_DIR, KIMI_WORK_DIR_LS, KIMI_GIT_STATUS, KIMI_AGENTS_MD, KIMI_POLICY, KIMI_SKILLS, KIMI_ADDITIONAL_DIRS_INFO, KIMI_OS, KIMI_SHELL; to write the text itself, use $${WHERE}",
    ],
  },
  {
    name: "longer than anybody writes",
    files: { "a.yaml": `#${"x".repeat(200_000)}` },
    lines: ["a.yaml:1:1: the file has 200001 characters; at most 200000"],
  },
];

for (const { name, files, file = Object.keys(files)[0] ?? "", lines } of BROKEN) {
  test(`refused with its place: ${name}`, async () => {
    assert.deepEqual(await refusalOf(() => load(files)), notLoaded(file, ...lines));
  });
}

for (const path of ["agents/none.yaml", "agents/readme.txt", "/etc/agent.yaml", "../agent.yaml", ""]) {
  test(`no agent file: "${path}"`, async () => {
    assert.deepEqual(await refusalOf(() => load({ "agents/readme.txt": "", "../agent.yaml": "version: 1" }, path)), {
      code: "config.invalid",
      message: `There is no agent file ${path} in the base commit.`,
      hint: "Name a .yaml, .yml, .json or .md file by its path from the root of the repository, and commit it.",
    });
  });
}
