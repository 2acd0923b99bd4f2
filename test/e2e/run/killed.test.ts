/** The built program killed with SIGKILL in a model call, and resumed: requests and time count as in one process. */

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { test } from "node:test";
import { readJournal } from "../../../src/session/journal.ts";
import { outcomeOf } from "../../doubles/cli.ts";
import { createScene, type Scene, type SceneOptions } from "../harness.ts";

const NEVER = 60_000;

/** A scene whose model never answers, and kills the process `afterMs` after a request. */
async function createDeadly(afterMs: () => number | undefined) {
  let child: ChildProcess | undefined;
  const replies: SceneOptions["replies"] = () => {
    const ms = afterMs();
    if (ms !== undefined) setTimeout(() => child?.kill("SIGKILL"), ms);
    return { delayMs: NEVER };
  };
  const scene = await createScene({ replies });
  const onStart = (started: ChildProcess): void => void (child = started);
  return {
    scene,
    begin: (args: readonly string[]) => scene.run(args, { onStart }),
    resume: (args: readonly string[]) => scene.cli(["resume", scene.bundle, "--sandbox", "none", ...args], { onStart }),
  };
}

test("a run that is killed in each model call asks for no more than its steps", async () => {
  const { scene, begin, resume } = await createDeadly(() => 0);
  await using _ = scene;
  const limit = ["--max-steps", "3"];
  const ends = [await begin(limit)];
  for (let n = 0; n < 5; n += 1) ends.push(await resume(limit));
  assert.deepEqual(
    ends.map(({ code, signal }) => signal ?? code),
    ["SIGKILL", "SIGKILL", "SIGKILL", 3, 3, 3],
  );
  assert.equal(scene.server.requests.length, 3);
});

test("the time of a killed model call counts in the resumed session, and in every later process", async () => {
  let killAfterMs: number | undefined = 2_500;
  const { scene, begin, resume } = await createDeadly(() => killAfterMs);
  await using _ = scene;
  const limit = ["--max-minutes", "0.075"];
  const began = performance.now();
  assert.equal((await begin(limit)).signal, "SIGKILL");
  const lastedMs = performance.now() - began;
  killAfterMs = 0;
  assert.equal((await resume(limit)).signal, "SIGKILL");
  killAfterMs = undefined;
  const last = await resume(limit);
  assert.equal(last.code, 3, last.stderr);
  assert.equal(outcomeOf(scene.bundle)["outcome"], "limit_time");
  const [first = 0, ...more] = killedMs(scene);
  assert.ok(first > 1_000 && first < lastedMs, `${first} ms of a process that lasted ${lastedMs} ms`);
  assert.equal(more.length, 1);
  const workedMs = lastProcessMs(scene);
  assert.ok(workedMs < 3_600, `${workedMs} ms are less than the limit of 4500 ms`);
});

const recordsOf = ({ bundle }: Scene) => readJournal(`${bundle}/journal.jsonl`).records;

function killedMs(scene: Scene): readonly number[] {
  return recordsOf(scene).flatMap(({ event }) => (event.type === "session.resume" ? [event.killedMs ?? 0] : []));
}

function lastProcessMs(scene: Scene): number {
  const records = recordsOf(scene);
  const start = records.findLast(({ event }) => event.type === "session.resume");
  return Date.parse(records.at(-1)?.time ?? "") - Date.parse(start?.time ?? "");
}
