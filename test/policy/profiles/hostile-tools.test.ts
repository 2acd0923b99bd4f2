/** The tools of a project with the flags that load, write or start something else: refused by every profile, in every cell. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decideCommand } from "../decide-command.ts";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { hostileLines, HOSTILE_TOOLS } from "../hostile-tools.ts";
import { TOOLS_POLICY } from "../sample-policy.ts";

const policy = await loadPolicy(TOOLS_POLICY, { file: "tools.yml" });
const isApproved = (command: string): boolean =>
  (["sealed", "none"] as const).some((rung) => decideCommand(policy, command, { rung }).verdict === "approve");

for (const [name, tool] of Object.entries(HOSTILE_TOOLS)) {
  const lines = hostileLines(tool);
  test(`${lines.length} hostile lines of ${name}, none approved`, () => {
    assert.deepEqual(
      tool.starts.filter((start) => !isApproved(start)),
      [],
      "what is refused is the flag",
    );
    assert.deepEqual(lines.filter(isApproved), []);
  });
}
