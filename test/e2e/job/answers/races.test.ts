/** Comments at the same moment: one is carried out, the others get a reply, and nothing happens twice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createHeld, held, keptRefs, start, type HeldScene } from "./answer-scene.ts";
import { ownComments, REPOSITORY } from "../job-scene.ts";

/** What was done leaves a line each time. */
const COUNTED = [held("mkdir -p src/n && echo ran >> src/n/count.txt"), { text: "done" }];

interface Raced {
  readonly outcomes: readonly (string | undefined)[];
  readonly logs: string;
  readonly replies: string;
}

/** Two comments whose jobs begin at once. */
async function race({ scene, number }: HeldScene, bodies: readonly string[]): Promise<Raced> {
  const before = ownComments(scene.github, number).length;
  const jobs = bodies.map((body, at) => start(scene, { number, body, id: 5001 + at }));
  const ends = await Promise.all(jobs.map(({ end }) => end));
  return {
    outcomes: ends.map(({ outputs }) => outputs["outcome"]),
    logs: ends.map(({ log }) => log).join("\n=====\n"),
    replies: ownComments(scene.github, number).slice(before).join("\n=====\n"),
  };
}

/** How often the held call ran, as far as a branch shows it. */
async function countIn({ scene, number }: HeldScene): Promise<string> {
  const { github } = scene;
  const branches = (await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/heads/kimi")).split("\n");
  assert.equal(branches.length, 1, `of #${number}`);
  return github.git(REPOSITORY, "show", `${branches[0] ?? ""}:src/n/count.txt`);
}

const sorted = (outcomes: Raced["outcomes"]): readonly string[] =>
  outcomes.map(String).toSorted((a, b) => a.localeCompare(b));

const sessionsOf = async ({ scene }: HeldScene): Promise<readonly string[]> =>
  (await keptRefs(scene)).filter((line) => line.includes("/sessions/"));

test("two approvals, a rejection and a resume of one call: one of them is carried out", async () => {
  const here = await createHeld(COUNTED);
  await using scene = here.scene;
  const [a = ""] = here.digests;
  const bodies = [`/kimi approve ${a}`, "/kimi approve all", `/kimi reject ${a}`, "/kimi resume"];
  const { outcomes, logs, replies } = await race(here, bodies);
  const done = outcomes.filter((outcome) => outcome !== "skipped");
  assert.equal(done.length, 1, logs);
  assert.match(
    replies,
    /is resuming this run|was recorded first|was (approved|rejected) by alice already|Nothing waits|waits for an answer to|No session of this thread/,
  );
  const [approved, all, rejected] = outcomes;
  if (rejected !== "skipped") {
    assert.equal(rejected, "rejected", logs);
    assert.equal(scene.model.requests.length, 1);
  } else {
    assert.ok(approved === "completed" || all === "completed", logs);
    assert.equal(scene.model.requests.length, 2);
    assert.equal(await countIn(here), "ran");
  }
  assert.deepEqual(await sessionsOf(here), []);
});

test("two approvals of one call each are both taken, and the run continues once", async () => {
  const here = await createHeld([
    held("mkdir -p src/n && echo a >> src/n/count.txt", "mkdir -p src/n && echo b >> src/n/count.txt"),
    { text: "done" },
  ]);
  await using scene = here.scene;
  const [a = "", b = ""] = here.digests;
  const { outcomes, logs, replies } = await race(here, [`/kimi approve ${a}`, `/kimi approve ${b}`]);
  assert.deepEqual(sorted(outcomes), ["completed", "skipped"], `${logs}\n${replies}`);
  assert.equal(scene.model.requests.length, 2);
  assert.equal(await countIn(here), "a\nb");
});

test("approve and cancel", async () => {
  const here = await createHeld(COUNTED);
  await using scene = here.scene;
  const [a = ""] = here.digests;
  const { outcomes, logs, replies } = await race(here, [`/kimi approve ${a}`, "/kimi cancel"]);
  const [approved, cancelled] = outcomes;
  assert.equal(cancelled, "skipped", logs);
  if (/The session was deleted/.test(replies)) {
    assert.equal(approved, "skipped", logs);
    assert.equal(scene.model.requests.length, 1, "a deleted session does not run");
    assert.deepEqual(await sessionsOf(here), []);
  } else {
    assert.match(replies, /was told to stop|Nothing of this thread runs/);
    assert.equal(approved, "completed", logs); // it was over before it heard of the wish
    assert.equal(await countIn(here), "ran");
  }
  assert.deepEqual(
    (await keptRefs(scene)).filter((line) => line.includes("/cancel/")),
    [],
  );
});
