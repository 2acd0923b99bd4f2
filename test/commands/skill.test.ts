import assert from "node:assert/strict";
import { test } from "node:test";
import { expandSkill, listSkills } from "../../src/commands/skill.ts";
import { loadSkills } from "../../src/commands/skills.ts";

const NAMED = "---\narguments: target mode\n---\n";

for (const [name, text, args, expected] of [
  ["no arguments, no placeholders", "Do it.", "", "Do it."],
  ["arguments nobody takes", "Do it.", "now\nand here", "Do it.\n\nUser request: now\nand here"],
  ["all arguments", "Fix $ARGUMENTS!", 'a  "b c"', 'Fix a  "b c"!'],
  ["single arguments, quotes keeping words together", "$0|$1|$2", "a 'b c' --d=\"e f\"", "a|b c|--d=e f"],
  ["a quote that is not closed", "$0|$1", "don't stop", "don't|stop"],
  ["by position", "$ARGUMENTS[1]-$ARGUMENTS[10].", "a b", "b-."],
  ["by name", `${NAMED}$target in $mode; $other`, "x y", "x in y; $other"],
  ["a name that is longer", `${NAMED}$targets`, "x", "$targets\n\nUser request: x"],
  ["missing ones are empty", "[$0][$1][$ARGUMENTS]", "", "[][][]"],
  ["missing ones take nothing", "costs $5", "hi", "costs \n\nUser request: hi"],
  [
    "money, variables and escapes are text",
    "$10 $5.00 $HOME ${HOME} $0x $$",
    "hi",
    "$10 $5.00 $HOME ${HOME} $0x $$\n\nUser request: hi",
  ],
  ["an argument is never expanded again", "$0 $1", "$1 ${KIMI_SKILL_DIR}", "$1 ${KIMI_SKILL_DIR}"],
  ["an argument is no replacement pattern", "<$0>", "$&$1", "<$&$1>"],
  [
    "the skill's folder, which takes no argument",
    "Run ${KIMI_SKILL_DIR}/x.sh",
    "hi",
    "Run .kimi/skills/s/x.sh\n\nUser request: hi",
  ],
] as const) {
  test(`expansion: ${name}`, () => {
    const { skills, warnings } = loadSkills(new Map([[".kimi/skills/s/SKILL.md", text]]));
    assert.deepEqual(warnings, []);
    assert.equal(expandSkill(skills[0]!, args), expected);
  });
}

test("the model's list: sorted, one line each, without flows and what is for people alone", () => {
  const flow = "---\ntype: flow\n---\n```d2\nBEGIN -> END\n```";
  const { skills } = loadSkills(
    new Map([
      [".kimi/skills/zeta.md", "last"],
      [".kimi/skills/alpha.md", "---\ndescription: |\n  two\n  lines\n---\nbody"],
      [".kimi/skills/flow.md", flow],
      [".kimi/skills/private.md", "---\ndisableModelInvocation: true\n---\nbody"],
    ]),
  );
  assert.equal(listSkills(skills), "- alpha: two lines\n- zeta: last");
  assert.equal(listSkills([]), "");
});
