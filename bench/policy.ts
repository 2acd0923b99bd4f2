/**
 * What a decision of the policy costs: `node bench/policy.ts [-- --rounds 20]`. Every command of the corpora is judged under the
 * policy with all profiles, parsed anew each time as in a run. Run it alone on the machine; the goal is 0.2 ms in the mean.
 */

import { parseArgs } from "node:util";
import { decide } from "../src/policy/decide.ts";
import { loadPolicy } from "../src/policy/file/load.ts";
import { analyseCommand } from "../src/policy/shell/shell.ts";
import { EVERYDAY_TOOLS } from "../test/policy/everyday-tools.ts";
import { EVERYDAY } from "../test/policy/everyday.ts";
import { HOSTILE } from "../test/policy/hostile.ts";
import { TOOLS_POLICY } from "../test/policy/sample-policy.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" } } });
const rounds = Number(values.rounds);
const policy = await loadPolicy(TOOLS_POLICY, { file: "tools.yml" });
const options = { rung: "sealed", workDir: "/work/repo", analyse: analyseCommand } as const;

function measure(commands: readonly string[]): readonly number[] {
  return commands.map((command) => {
    const began = performance.now();
    decide(policy, [{ kind: "exec", command, cwd: "." }], options);
    return performance.now() - began;
  });
}

const at = (sorted: readonly number[], part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(3);

for (const [name, commands] of Object.entries({
  everyday: [...EVERYDAY, ...EVERYDAY_TOOLS],
  hostile: Object.values(HOSTILE).flat(),
})) {
  const first = at(measure(commands.slice(0, 1)), 0);
  measure(commands); // warm: a run judges its hundredth command, not its first
  const times = Array.from({ length: rounds }, () => measure(commands)).flat();
  const sorted = times.toSorted((a, b) => a - b);
  const mean = (times.reduce((sum, ms) => sum + ms, 0) / times.length).toFixed(3);
  console.log(
    `${name}: ${commands.length} commands, first ${first} ms, mean ${mean} ms, median ${at(sorted, 0.5)}, p99 ${at(sorted, 0.99)}, most ${at(sorted, 1)}`,
  );
}
