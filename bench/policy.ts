/**
 * What a decision of the policy costs: `node bench/policy.ts [-- --rounds 20]`. The commands of the tests' own requests are judged under
 * the README's policy and a list of profiles, parsed anew each time as in a run. Run it alone on the machine; the goal is 0.2 ms in the mean.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { decide } from "../src/policy/decide.ts";
import { loadPolicy } from "../src/policy/file/load.ts";
import { analyseCommand } from "../src/policy/shell/shell.ts";
import { REQUESTS } from "../test/policy/requests.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" } } });
const rounds = Number(values.rounds);
const [, README = ""] = /```yaml\n(version: 2\n[^]*?)```/.exec(readFileSync("README.md", "utf8")) ?? [];
const STRICT = readFileSync("examples/policies/strict-two-person.yml", "utf8");
const commands = REQUESTS.flatMap(({ steps }) => steps.filter((step) => !/^[rw] /.test(step)));
const options = { level: "sealed", workDir: "/work/repo", analyse: analyseCommand } as const;
const at = (sorted: readonly number[], part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(3);

for (const [name, text] of Object.entries({ readme: README, strict: STRICT })) {
  const policy = await loadPolicy(text, { file: name });
  const measure = (lines: readonly string[]): readonly number[] =>
    lines.map((command) => {
      const began = performance.now();
      decide(policy, [{ kind: "exec", command, cwd: "." }], options);
      return performance.now() - began;
    });
  const first = at(measure(commands.slice(0, 1)), 0);
  measure(commands); // warm: a run judges its hundredth command, not its first
  const times = Array.from({ length: rounds }, () => measure(commands)).flat();
  const sorted = times.toSorted((a, b) => a - b);
  const mean = (times.reduce((sum, ms) => sum + ms, 0) / times.length).toFixed(3);
  console.log(
    `${name}: ${commands.length} commands, first ${first} ms, mean ${mean} ms, median ${at(sorted, 0.5)}, p99 ${at(sorted, 0.99)}, most ${at(sorted, 1)}`,
  );
}
