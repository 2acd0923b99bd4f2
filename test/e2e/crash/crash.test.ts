/**
 * Nothing is lost: a run that is killed at any point, or at any time, and taken up again ends where an uninterrupted one does.
 * Its records are all still there, and the model is sent the same bytes. KIMI_CRASH=full tries every point of every scenario
 * and 200 times; without it each kind of point is tried once, and a few more.
 */

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { sized } from "../../doubles/size.ts";
import { survivorsIn } from "../../doubles/processes.ts";
import { NO_BWRAP } from "../harness.ts";
import { compare, describeKills } from "./crash-proof.ts";
import { createLane, removeTemplates, type Kill, type Played } from "./crash-run.ts";
import { ON_A_COPY, SCENARIOS as WITHOUT_COPY, type Scenario } from "./crash-scenarios.ts";

/** Why there is no copy of the checkout here; false where there is one. */
const NO_COPY = NO_BWRAP || SKIP_OVERLAYS;
const SCENARIOS = NO_COPY === false ? [...WITHOUT_COPY, ON_A_COPY] : WITHOUT_COPY;

const IS_FULL = process.env["KIMI_CRASH"] === "full";
/** Of each scenario, beside the first of every kind of point. A kill and what follows it take half a second of a core. */
const MORE = sized(2, 6);
const RANDOM_KILLS = IS_FULL ? 200 : sized(4, 8);
/** All points of one scenario take some minutes of an idle machine. */
const LONG = { timeout: IS_FULL ? 3_600_000 : 300_000 };
const SEED = Number(process.env["KIMI_CRASH_SEED"] ?? 20_261_122);

const dir = realpathSync(mkdtempSync(join(tmpdir(), "kimi-crash-")));
const lane = createLane(join(dir, "lane"));
const whole = new Map<Scenario, Played>();
/** Kinds of points that a scenario before had. */
const tried = new Set<string>();

before(async () => {
  for (const scenario of SCENARIOS) whole.set(scenario, await lane.play(scenario, "count"));
});

after(() => {
  removeTemplates();
  rmSync(dir, { recursive: true, force: true });
});

const wholeOf = (scenario: Scenario): Played => whole.get(scenario) ?? assert.fail(`${scenario.name} was not played`);

/** Before the lock names the private folder, and behind it: then the folder stays until the machine clears its temporary files. */
const UNKNOWN_TO_LOCK = /^(?:scratch|ground|cell\.(?:namespace|worker)|bundle\.create|lock)\./;

interface Case {
  readonly scenario: Scenario;
  readonly kills: readonly Kill[];
}

/** Plays the cases; every failure is told with the kill that it follows. Returns how many were killed. */
async function prove(cases: readonly Case[]): Promise<number> {
  const problems: string[] = [];
  let killed = 0;
  for (const { scenario, kills } of cases) {
    try {
      const played = await lane.play(scenario, kills);
      killed += played.killed?.times ?? 0;
      compare(played, wholeOf(scenario));
      const isKnown = kills.every((kill) => "at" in kill && !UNKNOWN_TO_LOCK.test(kill.at));
      if (isKnown) assert.deepEqual(played.leftovers, [], "temporary files");
    } catch (error) {
      problems.push(
        `${scenario.name}, ${describeKills(kills)}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  assert.deepEqual(await survivorsIn(dir), [], "no process of a killed run is left");
  assert.equal(problems.length, 0, `${problems.length} of ${cases.length}:\n\n${problems.join("\n\n")}`);
  return killed;
}

/** Every point that each process passes, numbered. */
function pointsOf(scenario: Scenario): readonly Case[] {
  return wholeOf(scenario).points.flatMap((points, process) => {
    const passed = new Map<string, number>();
    return points.map((point) => {
      const n = (passed.get(point) ?? 0) + 1;
      passed.set(point, n);
      return { scenario, kills: [{ process, at: `${point}:${n}` }] };
    });
  });
}

/** Of each kind of point one that no scenario before this one had, the first or a later one, and some more evenly. */
function sampleOf(cases: readonly Case[], random: () => number): readonly Case[] {
  const kindOf = ({ kills: [kill] }: Case): string =>
    kill !== undefined && "at" in kill ? kill.at.replace(/:\d+$/, "") : "";
  const fresh = [...new Set(cases.map(kindOf))].filter((kind) => !tried.has(kind));
  const chosen = new Set(
    fresh.map((kind) => {
      tried.add(kind);
      const same = cases.filter((one) => kindOf(one) === kind);
      return same[Math.floor(random() * same.length)]!;
    }),
  );
  for (let n = 0; n < MORE; n += 1) chosen.add(cases[Math.floor(((n + random()) * cases.length) / MORE)]!);
  return [...chosen];
}

for (const scenario of SCENARIOS) {
  test(`${scenario.name}: killed at its crash points`, LONG, async (t) => {
    const all = pointsOf(scenario);
    const cases = IS_FULL ? all : sampleOf(all, randomOf(SEED));
    const killed = await prove(cases);
    t.diagnostic(
      `${killed} kills at ${all.length} points${IS_FULL ? "" : "; KIMI_CRASH=full tries all"}; seed ${SEED}`,
    );
    assert.equal(killed, cases.length, "every point was reached");
  });
}

/** What the next process does with what was left - a lock, half a line, views without their newest lines - may be cut off too. */
const SECOND_KILLS = [
  "lock.clear.before",
  "lock.clear.after",
  "lock.take.after",
  "lock.note.after",
  "journal.cut.before",
  "journal.cut.after",
  "context-file.renew.before",
  "context-file.renew.after",
  "model.step.before",
];

test("killed with half a line in the journal, and killed again when it is taken up", LONG, async () => {
  const random = randomOf(SEED);
  const cases = SECOND_KILLS.map((second, n): Case => {
    const scenario = SCENARIOS[n % SCENARIOS.length]!;
    const lines = wholeOf(scenario).points[0]!.filter((point) => point === "journal.line.after").length;
    const first = 12 + Math.floor((random() * lines) / 2); // the task is recorded, and there is more to ask
    return {
      scenario,
      kills: [
        { process: 0, at: `journal.line.after:${first}`, isTorn: true },
        { process: 1, at: `${second}:1` },
      ],
    };
  });
  assert.equal(await prove(cases), 2 * cases.length);
});

test("killed from outside at any time", LONG, async (t) => {
  t.diagnostic(`seed ${SEED}; KIMI_CRASH_SEED sets another`);
  const random = randomOf(SEED);
  const cases = Array.from({ length: RANDOM_KILLS }, (_, n): Case => {
    const scenario = SCENARIOS[n % SCENARIOS.length]!;
    const { durations } = wholeOf(scenario);
    const process = Math.floor(random() * durations.length);
    return { scenario, kills: [{ process, afterMs: Math.round(random() * durations[process]!) }] };
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
