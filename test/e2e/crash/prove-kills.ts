/** Kills of the scenarios: at their crash points, or at random. Proves of each that what comes of it is what comes of a run without a kill. */

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { survivorsIn } from "../../doubles/processes.ts";
import type { Random } from "../../doubles/random.ts";
import { NO_BWRAP } from "../harness.ts";
import { compare, compareLedger, describeKills } from "./crash-proof.ts";
import { createLane, removeTemplates, type Kill, type Played } from "./crash-run.ts";
import { ON_A_COPY, SCENARIOS as WITHOUT_COPY, type Scenario } from "./crash-scenarios.ts";

/** Where there is no copy of the checkout, its scenario is left out. */
export const SCENARIOS = NO_BWRAP === false && SKIP_OVERLAYS === false ? [...WITHOUT_COPY, ON_A_COPY] : WITHOUT_COPY;

export interface Case {
  readonly scenario: Scenario;
  readonly kills: readonly Kill[];
}

export interface KillProof {
  /** Every point that each process of the scenario passes, numbered. */
  readonly pointsOf: (scenario: Scenario) => readonly Case[];
  /** One or two kills of any scenario, at points and times. */
  readonly randomCase: (random: Random) => Case;
  /** The crash points of the first process of the scenario. */
  readonly firstPoints: (scenario: Scenario) => readonly string[];
  /** Plays the cases; every failure is told with the kill that it follows. Returns how many were killed. */
  readonly prove: (cases: readonly Case[]) => Promise<number>;
  readonly [Symbol.dispose]: () => void;
}

/** Before the lock names the private folder, and behind it: then the folder stays until the machine clears its temporary files. */
const UNKNOWN_TO_LOCK = /^(?:scratch|overlay|cell\.(?:namespace|worker)|bundle\.create|lock|ledger)\./;

/** How many times as long a process of its own takes as the same run in this one. */
const OWN_PROCESS = 3;

/** Plays each scenario once without a kill. */
export async function createKillProof(): Promise<KillProof> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "kimi-crash-")));
  const lane = createLane(join(dir, "lane"));
  const whole = new Map<Scenario, Played>();
  for (const scenario of SCENARIOS) {
    const played = await lane.play(scenario, "count");
    compareLedger(played);
    whole.set(scenario, played);
  }
  const wholeOf = (scenario: Scenario): Played => whole.get(scenario) ?? assert.fail(`${scenario.name} was not played`);

  const proveOne = async ({ scenario, kills }: Case): Promise<number> => {
    const played = await lane.play(scenario, kills);
    compare(played, wholeOf(scenario));
    const isKnown = kills.every((kill) => "at" in kill && !UNKNOWN_TO_LOCK.test(kill.at));
    if (isKnown) assert.deepEqual(played.leftovers, [], "temporary files");
    return played.killed?.requests.length ?? 0;
  };
  const pointsOf = (scenario: Scenario): readonly Case[] =>
    wholeOf(scenario).points.flatMap((points, process) => {
      const passed = new Map<string, number>();
      return points.map((point) => {
        const n = (passed.get(point) ?? 0) + 1;
        passed.set(point, n);
        return { scenario, kills: [{ process, at: `${point}:${n}` }] };
      });
    });
  const killOf = (scenario: Scenario, random: Random): Kill => {
    const points = pointsOf(scenario);
    const point = points[random(points.length)]?.kills[0];
    if (random(2) === 0 && point !== undefined) return point;
    const { durations } = wholeOf(scenario);
    const process = random(durations.length);
    return { process, afterMs: random(Math.ceil((durations[process] ?? 1) * OWN_PROCESS)) };
  };
  return {
    pointsOf,
    firstPoints: (scenario) => wholeOf(scenario).points[0] ?? [],
    randomCase: (random) => {
      const scenario = SCENARIOS[random(SCENARIOS.length)] ?? assert.fail("there are scenarios");
      const first = killOf(scenario, random);
      const again = { process: first.process + 1, afterMs: 100 + random(700) };
      return { scenario, kills: random(4) === 0 ? [first, again] : [first] };
    },
    prove: async (cases) => {
      const problems: string[] = [];
      let killed = 0;
      for (const one of cases) {
        try {
          killed += await proveOne(one);
        } catch (error) {
          const what = error instanceof Error ? error.message : String(error);
          problems.push(`${one.scenario.name}, ${describeKills(one.kills)}: ${what}`);
        }
      }
      assert.deepEqual(await survivorsIn(dir), [], "no process of a killed run is left");
      assert.equal(problems.length, 0, `${problems.length} of ${cases.length}:\n\n${problems.join("\n\n")}`);
      return killed;
    },
    [Symbol.dispose]: () => {
      removeTemplates();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
