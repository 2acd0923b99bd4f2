/** The lines of files through the changes of a run, against files that git compared. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createOriginOf, lineOrigins } from "../../src/report/line-origins.ts";
import { readPatch } from "../../src/report/patch.ts";
import { cpuMs } from "../doubles/cpu-time.ts";
import { createRandom, type Random } from "../doubles/random.ts";
import { createScratch } from "../doubles/scratch.ts";

/** The patch between two states of some files, as git writes it. */
function patchOf(dir: string, before: readonly string[], after: readonly string[], context: number): string {
  for (const [folder, texts] of Object.entries({ a: before, b: after })) {
    mkdirSync(join(dir, folder), { recursive: true });
    for (const [at, text] of texts.entries()) writeFileSync(join(dir, folder, `x${at}`), text);
  }
  const { stdout } = spawnSync("git", ["diff", "--no-index", "--no-color", `-U${context}`, "a", "b"], { cwd: dir });
  return stdout.toString().replaceAll("a/a/", "a/").replaceAll("b/b/", "b/");
}

/** Random states of a file, from its base on, and the step that wrote or removed each line that did not stay. */
function randomFile(random: Random, round: number) {
  let made = 0;
  // Lines that occur once: which step made one is then a fact, whatever the comparison does.
  const fresh = (): string => `line ${round}-${(made += 1)}`;
  const author = new Map<string, string>();
  const remover = new Map<string, string>();
  const states = [Array.from({ length: random(12) }, fresh)];
  for (let step = 1; step <= STEPS; step += 1) {
    const next = [...(states.at(-1) ?? [])];
    for (let edit = 0; edit <= random(3); edit += 1) {
      const at = random(next.length + 1);
      for (const gone of next.splice(at, random(3))) if (!author.has(gone)) remover.set(gone, `s${step}`);
      const come = Array.from({ length: random(4) }, fresh);
      for (const line of come) author.set(line, `s${step}`);
      next.splice(at, 0, ...come);
    }
    states.push(next);
  }
  return { states: states.map((lines) => lines.map((line) => `${line}\n`).join("")), author, remover };
}

const STEPS = 5;

test("each changed line belongs to the step that wrote or removed it: 40 files with random runs of distinct lines", () => {
  using scratch = createScratch();
  const random = createRandom(7);
  const files = Array.from({ length: 40 }, (_, round) => randomFile(random, round));
  const stateAt = (step: number): readonly string[] => files.map(({ states }) => states[step] ?? "");
  const changes = Array.from({ length: STEPS }, (_, at) => ({
    patch: patchOf(scratch.dir, stateAt(at), stateAt(at + 1), 0),
    step: `s${at + 1}`,
  }));
  const origins = lineOrigins(changes, new Set(files.map((_, at) => `x${at}`)));
  const patch = readPatch(patchOf(scratch.dir, stateAt(0), stateAt(STEPS), 3));
  assert.ok(patch.length > 30, `${patch.length} files changed`);
  for (const { path, hunks } of patch) {
    const { author, remover } = files[Number(path.slice(1))] ?? assert.fail(path);
    const originOf = createOriginOf(origins[path] ?? assert.fail(path));
    const changed = hunks.flatMap(({ lines }) => lines).filter(({ sign }) => sign === "+" || sign === "-");
    assert.deepEqual(
      changed.map((line) => [line.sign, line.text, originOf(line)]),
      changed.map(({ sign, text: line }) => [sign, line, (sign === "+" ? author : remover).get(line)]),
    );
  }
});

/** To look at all other places for each of them took a minute. */
test("a file that was changed in 40,000 places, twice", () => {
  const hunks = Array.from({ length: 40_000 }, (_, at) => `@@ -${2 * at + 1} +${2 * at + 1} @@\n-old\n+new\n`);
  const patch = `diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunks.join("")}`;
  const [file = assert.fail()] = readPatch(patch);
  const spent = cpuMs(() => {
    const { x = assert.fail() } = lineOrigins(
      [
        { patch, step: "s1" },
        { patch, step: "s2" },
      ],
      new Set(["x"]),
    );
    const originOf = createOriginOf(x);
    const steps = new Set(file.hunks.flatMap(({ lines }) => lines.map((line) => `${line.sign}${originOf(line)}`)));
    assert.deepEqual([...steps], ["-s1", "+s2"]);
  });
  assert.ok(spent < 10_000, `${spent} ms`);
});
