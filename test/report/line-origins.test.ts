/** The lines of files through the changes of a run, against files that git compared. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lineOrigins, originOf } from "../../src/report/line-origins.ts";
import { readPatch } from "../../src/report/patch.ts";
import { createRandom } from "../doubles/random.ts";
import { createScratch } from "../doubles/scratch.ts";

/** The patch between two texts of one file, as git writes it. */
function patchOf(dir: string, before: string, after: string, context: number): string {
  mkdirSync(join(dir, "a"), { recursive: true });
  mkdirSync(join(dir, "b"), { recursive: true });
  writeFileSync(join(dir, "a/x"), before);
  writeFileSync(join(dir, "b/x"), after);
  const { stdout } = spawnSync("git", ["diff", "--no-index", "--no-color", `-U${context}`, "a/x", "b/x"], { cwd: dir });
  return stdout.toString().replaceAll("a/a/x", "a/x").replaceAll("b/b/x", "b/x");
}

test("each changed line belongs to the step that wrote or removed it: 40 random runs of distinct lines", () => {
  using scratch = createScratch();
  const random = createRandom(7);
  for (let round = 0; round < 40; round += 1) {
    let made = 0;
    // Lines that occur once: which step made one is then a fact, whatever the comparison does.
    const fresh = (): string => `line ${round}-${(made += 1)}`;
    const base = Array.from({ length: random(12) }, fresh);
    const author = new Map<string, string>();
    const remover = new Map<string, string>();
    const states = [base];
    for (let step = 1; step <= 5; step += 1) {
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
    const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
    const changes = states.slice(1).map((state, at) => ({
      patch: patchOf(scratch.dir, text(states[at] ?? []), text(state), 0),
      step: `s${at + 1}`,
    }));
    const origins = lineOrigins(changes, new Set(["x"]));
    const [file] = readPatch(patchOf(scratch.dir, text(base), text(states.at(-1) ?? []), 3));
    const changed = (file?.hunks ?? [])
      .flatMap(({ lines }) => lines)
      .filter(({ sign }) => sign === "+" || sign === "-");
    assert.deepEqual(
      changed.map((line) => [line.sign, line.text, originOf(origins["x"], line)]),
      changed.map(({ sign, text: line }) => [sign, line, (sign === "+" ? author : remover).get(line)]),
    );
  }
});
