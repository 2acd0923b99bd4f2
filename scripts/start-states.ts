/**
 * Runs cells of the matrix of start states with the built program, and prints for each `ok` or what differs:
 * `node scripts/start-states.ts --all`, or `node scripts/start-states.ts untracked/other@fork …` for those whose name has one of the
 * parts. `--log` prints all differences and what the program printed, `--sandbox none` runs without walls, `--jobs n` so many at
 * once. Exit code 1 when one differs.
 */

import { parseArgs } from "node:util";

process.env["KIMI_TESTS"] = "full"; // the built program, not the sources
const { allCells, nameOf, runCell } = await import("../test/e2e/start-state/cells.ts");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean" },
    log: { type: "boolean" },
    sandbox: { type: "string", default: "sealed" },
    jobs: { type: "string", default: "3" },
  },
});
const cells = allCells(values.sandbox === "none" ? "none" : "sealed");
const wanted = cells.filter((cell) => values.all === true || positionals.some((part) => nameOf(cell).includes(part)));
if (wanted.length === 0) throw new Error(`No cell is named. There are: ${cells.map(nameOf).join(" ")}`);

/** The first difference that each judgement found, with the number of its others. */
function firstOfEach(differences: readonly string[]): readonly string[] {
  const groups = Object.values(Object.groupBy(differences, (text) => text.split(":")[0] ?? ""));
  return groups.map(([first = "", ...more] = []) => (more.length === 0 ? first : `${first} (and ${more.length} more)`));
}

const WIDTH = 40;
let differing = 0;
const next = wanted.values();
const work = async (): Promise<void> => {
  for (const cell of next) {
    const { differences, log } = await runCell(cell).catch((error: unknown) => ({
      differences: [`harness: ${error instanceof Error ? error.message : String(error)}`],
      log: "",
    }));
    if (differences.length > 0) differing += 1;
    const lines = values.log === true ? [...differences, log] : firstOfEach(differences);
    const said = differences.length === 0 ? "ok" : lines.join(`\n${" ".repeat(WIDTH)}`);
    console.log(`${nameOf(cell).padEnd(WIDTH)}${said}`);
  }
};
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
console.log(`${wanted.length - differing} of ${wanted.length} cells are as they should be.`);
process.exitCode = differing === 0 ? 0 : 1;
