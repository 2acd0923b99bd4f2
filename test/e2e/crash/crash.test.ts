/**
 * Nothing is lost: a run that is killed at any point, or at any time, and taken up again ends where an uninterrupted one does.
 * Its records are all still there, the model is sent the same bytes, and the day's ledger has what it cost. KIMI_CRASH=full tries
 * every point of every scenario; without it each kind of point is tried once, and a few more. `scripts/random-kills.ts` kills at
 * random, of which this file takes a sample.
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRandom } from "../../doubles/random.ts";
import { sized } from "../../doubles/size.ts";
import { createKillProof, SCENARIOS, type Case, type KillProof } from "./prove-kills.ts";

const IS_FULL = process.env["KIMI_CRASH"] === "full";
/** Of each scenario, beside the first of every kind of point. A kill and what follows it take half a second of a core. */
const MORE = sized(1, 6);
const RANDOM_KILLS = IS_FULL ? 200 : sized(5, 16);
/** All points of one scenario take some minutes of an idle machine. */
const LONG = { timeout: IS_FULL ? 3_600_000 : 300_000 };
const SEED = Number(process.env["KIMI_CRASH_SEED"] ?? 20_261_122);

/** Kinds of points that a scenario before had. */
const tried = new Set<string>();
let proof: KillProof;

before(async () => {
  proof = await createKillProof();
});

after(() => proof[Symbol.dispose]());

/** Of every eighth kind of point one that no scenario before this one had, the first or a later one, and some more evenly. */
function sampleOf(cases: readonly Case[], random: (below: number) => number): readonly Case[] {
  const kindOf = ({ kills: [kill] }: Case): string =>
    kill !== undefined && "at" in kill ? kill.at.replace(/:\d+$/, "") : "";
  const kinds = [...new Set(cases.map(kindOf))].filter((kind) => !tried.has(kind));
  const fresh = kinds.filter((_, at) => IS_FULL || (at + SEED) % 8 === 0);
  const chosen = new Set(
    fresh.map((kind) => {
      tried.add(kind);
      const same = cases.filter((one) => kindOf(one) === kind);
      return same[random(same.length)]!;
    }),
  );
  for (let n = 0; n < MORE; n += 1) chosen.add(cases[Math.floor(((n + random(1_000) / 1_000) * cases.length) / MORE)]!);
  return [...chosen];
}

for (const scenario of SCENARIOS) {
  test(`${scenario.name}: killed at its crash points`, LONG, async (t) => {
    const all = proof.pointsOf(scenario);
    const cases = IS_FULL ? all : sampleOf(all, createRandom(SEED));
    const killed = await proof.prove(cases);
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
  const random = createRandom(SEED);
  const seconds = IS_FULL ? SECOND_KILLS : SECOND_KILLS.filter((_, at) => (at + SEED) % 2 === 0);
  const cases = seconds.map((second, n): Case => {
    const scenario = SCENARIOS[n % SCENARIOS.length]!;
    const lines = proof.firstPoints(scenario).filter((point) => point === "journal.line.after").length;
    const first = 12 + random(Math.ceil(lines / 2)); // the task is recorded, and there is more to ask
    return {
      scenario,
      kills: [
        { process: 0, at: `journal.line.after:${first}`, isTorn: true },
        { process: 1, at: `${second}:1` },
      ],
    };
  });
  assert.equal(await proof.prove(cases), 2 * cases.length);
});

test("killed at random points and times, once or twice", LONG, async (t) => {
  t.diagnostic(`seed ${SEED}; KIMI_CRASH_SEED sets another`);
  const random = createRandom(SEED);
  const cases = Array.from({ length: RANDOM_KILLS }, () => proof.randomCase(random));
  const killed = await proof.prove(cases);
  t.diagnostic(`${killed} kills in ${cases.length} runs`);
  const certain = cases.filter(({ kills: [first] }) => first !== undefined && "at" in first);
  assert.ok(
    killed >= certain.length,
    `${killed} kills, of which ${certain.length} at points: a run may be over before its time`,
  );
});
