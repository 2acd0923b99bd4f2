/** How many requests a job sends to GitHub, and how many of them wait for each other. On a real network people wait for these. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../../doubles/checkout.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { FIX } from "../harness.ts";
import { createJobScene, REPOSITORY, TOKEN } from "./job-scene.ts";

interface Rounds {
  /** Requests until the model is asked first. */
  readonly requests: number;
  /** The longest chain of them in which each waits for the one before. */
  readonly before: number;
  /** The same from the model's last answer to the end. */
  readonly after: number;
}

/**
 * Carries out a command while GitHub answers in rounds: what has arrived is answered together once nothing more arrives for
 * `quietMs`. A slow machine can only make the chains look longer than they are.
 */
async function roundsOf(body: string, quietMs: number): Promise<Rounds> {
  let round = 0;
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  const waiting: (() => void)[] = [];
  const asked: { readonly requests: number; readonly round: number }[] = [];
  using scratch = createScratch();
  await using scene = await createJobScene({
    replies: (_request, n) => {
      asked.push({ requests: seen, round });
      return FIX[n] ?? { text: "It adds." };
    },
  });
  const { github } = scene;
  // The job's own checkout is a copy of this one, and takes no requests.
  await checkout({ github, repository: REPOSITORY, dir: join(scratch.dir, "checkout"), token: TOKEN });
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const until = async (): Promise<void> => {
    seen += 1;
    await new Promise<void>((done) => {
      waiting.push(done);
      clearTimeout(timer);
      timer = setTimeout(() => {
        round += 1;
        for (const go of waiting.splice(0)) go();
      }, quietMs);
    });
  };
  github.fault({ match: {}, kind: "hold", until, times: Infinity });
  const end = await scene.command(number, body);
  assert.equal(end.code, 0, end.log);
  const [first, last] = [asked[0], asked.at(-1)];
  assert.ok(first !== undefined && last !== undefined);
  return { requests: first.requests, before: first.round, after: round - last.round };
}

/** Waits between rounds. A machine that is too busy for one of them is given the next. */
const QUIET_MS = [400, 1_500];

/** The end waits for the first save of the session as well, which a run of some seconds has behind it: four of the chain. */
const LIMITS: readonly (readonly [body: string, most: Rounds])[] = [
  ["/kimi fix", { requests: 12, before: 3, after: 12 }],
  ["/kimi ask What does it do?", { requests: 10, before: 3, after: 10 }],
];

for (const [body, most] of LIMITS) {
  test(`${body}: few requests before the model is asked, and few that wait for each other`, async () => {
    const tried: Rounds[] = [];
    for (const quietMs of QUIET_MS) {
      const found = await roundsOf(body, quietMs);
      tried.push(found);
      const { requests, before, after } = found;
      if (requests <= most.requests && before <= most.before && after <= most.after) return;
    }
    assert.fail(`More than ${JSON.stringify(most)}: ${JSON.stringify(tried)}`);
  });
}
