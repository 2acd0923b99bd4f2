/** What steps do to files: write, stage, delete, stamp, make executable. */

import { addLine, createByCommand, FIX_ADD, put, swap } from "./edits.ts";
import {
  FILLING,
  leftOutCases,
  OTHER,
  PUBLISHED_ADD,
  START_CANARY,
  type Case,
  type StartState,
} from "./start-state.ts";

/** A file of an earlier step is named with the reason and the key that publishes it. */
const OF_EARLIER_STEP = [/earlier step|before th\w+ run|run began/i, /publish\.include/];

const INI_PATH = "config/local.ini";
const INI = `secret=${START_CANARY}\n${FILLING}`;
const INI_EDIT = addLine(INI_PATH, "line=model");
const INI_CASES: readonly Case[] = [
  ...leftOutCases("edited", [INI_EDIT], { [INI_PATH]: OF_EARLIER_STEP }, { isWholeOnMachine: true }),
  {
    name: "included",
    edits: [INI_EDIT, FIX_ADD],
    published: { ...PUBLISHED_ADD, [INI_PATH]: INI_EDIT.of(INI) },
    publish: `{ include: ["${INI_PATH}"] }`,
    publishesStart: true,
  },
];

const VERSION_PATH = "src/version.js";
const VERSION = `export const version = "0.0.0";\n${FILLING.replaceAll("#", "//")}export const last = 1;\n`;
/** `sed` of a step that writes the version of a build into files. */
const STAMP = `sed -i "s/0\\.0\\.0/1.2.3-$CANARY/"`;
const OTHER_LINE: Case = {
  name: "other-line",
  edits: [swap(VERSION_PATH, "last = 1", "last = 2"), FIX_ADD],
  published: { ...PUBLISHED_ADD, [VERSION_PATH]: VERSION.replace("last = 1", "last = 2") },
};

export const STEP_STATES: readonly StartState[] = [
  {
    name: "untracked",
    step: [
      put(".env", `TOKEN=${START_CANARY}\n`),
      put("config/credentials.json", `{ "token": "${START_CANARY}" }\n`),
      put(INI_PATH, INI),
      put("out put/ä.txt", `${START_CANARY}\n`),
      put("build/ignored.txt", `${START_CANARY}\n`),
    ].join("\n"),
    status: ["?? .env", "?? config/", '?? "out put/"'],
    cases: [OTHER, ...INI_CASES],
  },
  {
    name: "staged",
    files: { [VERSION_PATH]: VERSION },
    step: [
      put(INI_PATH, INI),
      put("config/intended.ini", `${START_CANARY}\n`),
      `${STAMP} ${VERSION_PATH}`,
      `git add ${INI_PATH} ${VERSION_PATH}`,
      "git add --intent-to-add config/intended.ini",
    ].join("\n"),
    status: [" A config/intended.ini", `A  ${INI_PATH}`, `M  ${VERSION_PATH}`],
    cases: [OTHER, ...INI_CASES, OTHER_LINE],
  },
  {
    name: "deleted",
    files: { "docs/old.md": "old\n", "docs/older.md": "older\n", "docs/oldest.md": "oldest\n" },
    step: "rm docs/old.md docs/oldest.md\ngit rm -q docs/older.md",
    status: [" D docs/old.md", "D  docs/older.md", " D docs/oldest.md"],
    cases: [
      OTHER,
      {
        name: "anew",
        edits: [createByCommand("docs/old.md", "new\n"), createByCommand("docs/older.md", "newer\n"), FIX_ADD],
        published: { ...PUBLISHED_ADD, "docs/old.md": "new\n", "docs/older.md": "newer\n" },
      },
    ],
  },
  {
    name: "modified",
    files: { [VERSION_PATH]: VERSION, "other.json": `{ "version": "0.0.0" }\n` },
    step: `${STAMP} ${VERSION_PATH} other.json`,
    status: [" M other.json", ` M ${VERSION_PATH}`],
    cases: [
      OTHER,
      OTHER_LINE,
      ...leftOutCases(
        "same-line",
        [swap(VERSION_PATH, "const version", "let version")],
        { [VERSION_PATH]: OF_EARLIER_STEP },
        { isWholeOnMachine: true },
      ),
    ],
  },
  {
    name: "mode-changed",
    files: { "tools/make.js": `${FILLING}last\n`, "tools/make.sh": `${FILLING}last\n`, "tools/other.js": "other\n" },
    step: "chmod +x tools/make.js tools/other.js\nchmod -x tools/make.sh",
    status: [" M tools/make.js", " M tools/make.sh", " M tools/other.js"],
    cases: [
      OTHER,
      {
        name: "content",
        edits: [swap("tools/make.js", "last", "model"), swap("tools/make.sh", "last", "model"), FIX_ADD],
        published: { ...PUBLISHED_ADD, "tools/make.js": `${FILLING}model\n`, "tools/make.sh": `${FILLING}model\n` },
      },
    ],
  },
];
