/** Places that git's status does not report: outside of a sparse checkout, below a commit of another repository. */

import { create, createByCommand, FIX_ADD } from "./edits.ts";
import { leftOutCases, OTHER, PUBLISHED_ADD, type Case, type StartState } from "./start-state.ts";

const HIDDEN = { "hid/a.js": "a\n", "hid/deep/b.js": "b\n", "docs/c.md": "c\n" };
const OUTSIDE: Case = {
  name: "outside",
  edits: [create("hid/new.js", "new\n"), createByCommand("hid/a.js", "model\n"), FIX_ADD],
  published: PUBLISHED_ADD,
  either: { "hid/new.js": "new\n", "hid/a.js": "model\n" },
};
const SPARSE_CASES: readonly Case[] = [
  OTHER,
  OUTSIDE,
  { ...OUTSIDE, name: "outside-alone", edits: OUTSIDE.edits.slice(0, 2), published: {} },
];

const below = (...folders: readonly string[]): readonly Case[] =>
  leftOutCases(
    "below",
    folders.map((folder) => createByCommand(`${folder}/new.js`, "new\n")),
    Object.fromEntries(folders.map((folder) => [folder, []])),
    { isElsewhere: true },
  );

export const PLACE_STATES: readonly StartState[] = [
  {
    name: "sparse-cone",
    files: HIDDEN,
    step: "git sparse-checkout set --cone src .github",
    status: [],
    cases: SPARSE_CASES,
  },
  {
    name: "sparse-patterns",
    files: HIDDEN,
    step: "git sparse-checkout set --no-cone '/*' '!/hid/' '!/docs/'",
    status: [],
    cases: SPARSE_CASES,
  },
  {
    name: "gitlink",
    links: ["vendor/lib", "vendor/moved", "vendor/empty"],
    step: `git clone -q "$LIB" vendor/lib
echo "$CANARY" > vendor/lib/build.log
git clone -q "$LIB" vendor/moved
git -C vendor/moved -c user.name=step -c user.email=step@example.com commit -q --allow-empty -m "$CANARY"`,
    status: [" M vendor/lib", " M vendor/moved"],
    cases: [OTHER, ...below("vendor/lib", "vendor/empty")],
  },
  {
    name: "submodule",
    files: { ".gitmodules": `[submodule "one"]\n\tpath = libs/one\n\turl = ../lib\n` },
    links: ["libs/one"],
    step: `git submodule --quiet update --init
echo "$CANARY" > libs/one/build.log`,
    status: [" M libs/one"],
    cases: [OTHER, ...below("libs/one")],
  },
];
