/**
 * What a review costs beside its model and its checks: `node bench/review.ts [--reps 7]`. The places of 100 findings in a change of
 * 3,000 files and 200,000 lines, in a process of their own: at most 5 s and 300 MB. And how much more of a processor a small review takes
 * than a run with the same answers of the model: at most 150 ms. It fails above that. Run it alone, after `npm run build`.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { askReview } from "../src/review/ask.ts";
import { createFindingReports } from "../src/review/check-finding.ts";
import { openReview } from "../src/review/open-review.ts";
import { openRepository } from "../src/workspace/repository.ts";
import { makeTrustedDirectory } from "../src/workspace/trusted-directory.ts";
import { createRepository } from "../test/doubles/repository.ts";
import { createScratch } from "../test/doubles/scratch.ts";

const FILES = 3_000;
const LINES = 67;
const FINDINGS = 100;
const ROOT = resolve(import.meta.dirname, "..");
const path = process.env["PATH"] ?? "";

const { values } = parseArgs({ options: { reps: { type: "string", default: "7" }, places: { type: "string" } } });
const pathOf = (index: number): string => `d${index % 50}/${index}.ts`;
const lineOf = (index: number, line: number): string => `export const a${index}_${line} = ${line};`;

if (values.places === undefined) measure(Number(values.reps));
else await findPlaces(values.places);

/** The child process: prints its own time and memory. */
async function findPlaces(dir: string): Promise<void> {
  const began = performance.now();
  using scratch = createScratch();
  const gitDir = makeTrustedDirectory(await openRepository(dir, path), scratch.dir);
  const range = { base: "HEAD^", head: "HEAD" };
  const [base = "", head = ""] = execFileSync("git", ["rev-parse", range.base, range.head], {
    cwd: dir,
    encoding: "utf8",
  })
    .trim()
    .split("\n");
  const review = openReview({ root: dir, path, gitDir, isIgnored: () => false }, { base, head });
  const asked = await askReview(review, new Map());
  const { check } = createFindingReports({ ...review, known: () => [] });
  let placed = 0;
  for (let at = 0; at < FINDINGS; at += 1) {
    const index = (at * 31) % FILES;
    const words = { severity: "bug", title: `T${at}`, evidence: "E" } as const;
    const { finding } = await check({ path: pathOf(index), quote: [lineOf(index, 7), lineOf(index, 8)], ...words });
    if (finding?.anchor?.start === 8) placed += 1;
  }
  const seconds = (performance.now() - began) / 1000;
  const memoryMb = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ seconds, memoryMb, placed, shown: asked.context.length }));
}

function measure(reps: number): void {
  using repository = createRepository({ files: { start: "" } });
  for (let index = 0; index < FILES; index += 1) {
    const lines = Array.from({ length: LINES }, (_, line) => `${lineOf(index, line)}\n`);
    repository.write(pathOf(index), lines.join(""));
  }
  repository.commit("large");
  const told = execFileSync(process.execPath, [import.meta.filename, "--places", repository.dir], { encoding: "utf8" });
  const { seconds, memoryMb, placed } = JSON.parse(told) as Record<"seconds" | "memoryMb" | "placed", number>;
  console.log(
    `${FILES} files, ${FILES * LINES} lines: ${placed} of ${FINDINGS} places in ${seconds.toFixed(1)} s, ${memoryMb.toFixed(0)} MB`,
  );
  const more = small("review", reps) - small("run", reps);
  console.log(`a small review: ${more.toFixed(0)} ms of a processor more than a run with the same answers`);
  if (placed < FINDINGS || seconds > 5 || memoryMb > 300 || more > 150) process.exitCode = 1;
}

/** Median time of a processor that a run of the built program takes with all its processes, in ms. Other work does not change it much. */
function small(command: "review" | "run", reps: number): number {
  using scratch = createScratch();
  using repository = createRepository({ files: { "a.js": "1;\n" } });
  repository.write("a.js", "2;\n");
  repository.commit("change");
  const script = join(scratch.dir, "script.json");
  writeFileSync(script, JSON.stringify([{ text: "It is fine." }]));
  const times = Array.from({ length: reps }, (_, rep) => {
    const own = ["--model", `scripted/${script}`, "--bundle", join(scratch.dir, `bundle-${rep}`), "-q"];
    const args = command === "review" ? ["review", "HEAD^..HEAD"] : ["run", "--no-apply", "Is it fine?"];
    const timed = ["-c", '"$@" >/dev/null || exit 1; times', "bash", process.execPath];
    const end = spawnSync("/bin/bash", [...timed, join(ROOT, "dist/cli.js"), ...args, ...own], {
      cwd: repository.dir,
      env: { PATH: path, HOME: scratch.dir },
      encoding: "utf8",
    });
    if (end.status !== 0) throw new Error(`${command} ended with ${end.status}: ${end.stderr}`);
    const [, children = ""] = end.stdout.trim().split("\n");
    return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
      (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
      0,
    );
  });
  return times.toSorted((a, b) => a - b)[Math.floor(reps / 2)] ?? 0;
}
