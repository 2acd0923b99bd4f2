/**
 * Nothing is lost: a run that is killed at any point, or at any time, and taken up again ends where an uninterrupted one does.
 * Its records are all still there, and the model is sent the same bytes. KIMI_CRASH=full tries every point; without it about
 * one in five is tried, among them each kind of point once.
 */

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { survivors } from "../doubles/processes.ts";
import { compare, describeKill } from "./crash-proof.ts";
import { createLane, removeTemplates, type Kill, type Played } from "./crash-run.ts";
import { SCENARIOS, type Scenario } from "./crash-scenarios.ts";

const IS_FULL = process.env["KIMI_CRASH"] === "full";
/** Of the points of one kind in one process, beyond the first: one in so many. */
const SAMPLE = IS_FULL ? 1 : 7;
const RANDOM_KILLS = IS_FULL ? 200 : 36;
const LANES = 2;
const SEED = Number(process.env["KIMI_CRASH_SEED"] ?? 20_261_122);

const dir = realpathSync(mkdtempSync(join(tmpdir(), "kimi-crash-")));
const lanes = Array.from({ length: LANES }, (_, n) => createLane(join(dir, `lane${n}`)));
const whole = new Map<Scenario, Played>();

before(async () => {
  for (const scenario of SCENARIOS) whole.set(scenario, await lanes[0]!.play(scenario, "count"));
});

after(() => {
  removeTemplates();
  rmSync(dir, { recursive: true, force: true });
});

const wholeOf = (scenario: Scenario): Played => whole.get(scenario) ?? assert.fail(`${scenario.name} was not played`);

interface Case {
  readonly scenario: Scenario;
  readonly kill: Kill;
}

/** Plays the cases on all lanes; every failure is told with the kill that it follows. Returns how many were killed. */
async function prove(cases: readonly Case[]): Promise<number> {
  const waiting = [...cases];
  const problems: string[] = [];
  let killed = 0;
  const work = async (lane: (typeof lanes)[number]): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { scenario, kill } = next;
      try {
        const played = await lane.play(scenario, kill);
        if (played.killed !== undefined) killed += 1;
        compare(played, wholeOf(scenario));
      } catch (error) {
        problems.push(
          `${scenario.name}, ${describeKill(kill)}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  };
  await Promise.all(lanes.map(work));
  assert.deepEqual(await survivors(dir), [], "no process of a killed run is left");
  assert.equal(problems.length, 0, `${problems.length} of ${cases.length}:\n\n${problems.join("\n\n")}`);
  return killed;
}

/** Every point that each process passes, numbered. */
function pointsOf(scenario: Scenario): readonly Case[] {
  return wholeOf(scenario).points.flatMap((points, process) => {
    const passed = new Map<string, number>();
    return points.flatMap((point) => {
      const n = (passed.get(point) ?? 0) + 1;
      passed.set(point, n);
      return n === 1 || (n + point.length) % SAMPLE === 0 ? [{ scenario, kill: { process, at: `${point}:${n}` } }] : [];
    });
  });
}

for (const scenario of SCENARIOS) {
  test(`${scenario.name}: killed at its crash points`, async (t) => {
    const cases = pointsOf(scenario);
    const killed = await prove(cases);
    const all = wholeOf(scenario).points.flat().length;
    t.diagnostic(`${killed} kills at ${all} points${IS_FULL ? "" : "; KIMI_CRASH=full tries all"}`);
    assert.equal(killed, cases.length, "every point was reached");
  });
}

test("killed from outside at any time", async (t) => {
  t.diagnostic(`seed ${SEED}; KIMI_CRASH_SEED sets another`);
  const random = randomOf(SEED);
  const cases = Array.from({ length: RANDOM_KILLS }, (_, n): Case => {
    const scenario = SCENARIOS[n % SCENARIOS.length]!;
    const { durations } = wholeOf(scenario);
    const process = Math.floor(random() * durations.length);
    return { scenario, kill: { process, afterMs: Math.round(random() * durations[process]!) } };
  });
  const killed = await prove(cases);
  t.diagnostic(`${killed} of ${cases.length} were still running`);
  assert.ok(killed > 0);
});

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
