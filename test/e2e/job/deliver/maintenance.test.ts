/** The maintenance dashboard: the rows that it shows, and the boxes that people tick. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { maintenanceText, rowsIn, ticked } from "../../../../src/job/keyed/maintenance-text.ts";
import { FILES, FIX, POLICY } from "../../harness.ts";
import { createJobScene, REPOSITORY } from "../job-scene.ts";

const SCHEDULE = { event: "schedule", schedule: "17 5 * * 1" } as const;
const inputs = { sandbox: "none", prompt: "Fix the tests for @everyone." };

test("the dashboard lists a task with its end, and people who may write can pause it and run it all the same", async () => {
  const policy = { ".github/kimi-policy.yml": `${POLICY}publish: { dashboard: true }\n` };
  await using scene = await createJobScene({ files: { ...FILES, ...policy }, replies: [...FIX, ...FIX] });
  const { github, model } = scene;
  const board = () => {
    const found = github.repository(REPOSITORY).threads.find(({ title }) => title.startsWith("Scheduled tasks"));
    assert.ok(found !== undefined);
    return found;
  };
  const tick = (what: string, user: string): void => {
    const box = new RegExp(`- \\[ \\] (<!-- kimi-tick:${what}:)`);
    assert.match(board().body ?? "", box);
    github.editIssue(REPOSITORY, board().number, { body: (board().body ?? "").replace(box, "- [x] $1"), user });
  };
  const first = await scene.run(SCHEDULE, { inputs });
  assert.equal(first.outputs["outcome"], "completed", first.log);
  assert.match(
    board().body ?? "",
    /^<!-- kimi-runner:maintenance -->\n[^]*### Fix the tests for @<!-- -->everyone\.\n\n✅ Completed · \S+ \S+ UTC · pull request #2 · /,
  );

  tick("pause", "alice");
  const paused = await scene.run(SCHEDULE, { inputs });
  assert.deepEqual([paused.code, paused.outputs["outcome"]], [0, "skipped"], paused.log);
  assert.equal(
    paused.outputs["reason"],
    `The task is paused by alice on the maintenance dashboard #${board().number}.`,
  );
  assert.equal(model.requests.length, FIX.length);

  tick("run", "alice");
  const wanted = await scene.run(SCHEDULE, { inputs });
  assert.notEqual(wanted.outputs["outcome"], "skipped", wanted.log);
  assert.equal(model.requests.length, 2 * FIX.length);
  assert.match(board().body ?? "", /⏸️ paused by alice · /);
  assert.doesNotMatch(board().body ?? "", /requested by/);

  // The last tick, because GitHub dates edits by whole seconds, and a doubt about one of them refuses all.
  tick("resume", "mallory");
  const refused = await scene.run(SCHEDULE, { inputs });
  assert.equal(refused.outputs["outcome"], "skipped", refused.log);
  assert.match(board().body ?? "", /> Ticks were not counted\. [^]*⏸️ paused by alice/);
  assert.equal(model.requests.length, 2 * FIX.length);
  assert.equal(github.repository(REPOSITORY).threads.filter(({ title }) => title.startsWith("Scheduled")).length, 1);
});

test("a run that breaks off before it has a result is no success on the dashboard", async () => {
  const policy = { ".github/kimi-policy.yml": `${POLICY}publish: { dashboard: true }\n` };
  await using scene = await createJobScene({ files: { ...FILES, ...policy }, replies: FIX });
  const row = (): string => {
    const board = scene.github.repository(REPOSITORY).threads.find(({ title }) => title.startsWith("Scheduled"));
    return /\n\n(.*? · \[run\].*)\n/.exec(board?.body ?? "")?.[1]?.replace(/\S+ \S+ UTC/, "AT") ?? "";
  };
  const first = await scene.run(SCHEDULE, { inputs });
  assert.equal(first.outputs["outcome"], "completed", first.log);
  assert.match(row(), /^✅ Completed · AT · pull request #2 · \[run\]/);

  const broken = await scene.run(SCHEDULE, { inputs: { ...inputs, agent: "absent" } });
  assert.deepEqual([broken.code, broken.outputs["outcome"]], [2, "config_error"], broken.log);
  assert.match(row(), /^❌ Configuration error · AT · pull request #2 · \[run\]/);
});

test("rows are read as they were written, and a body of another form has none", () => {
  const row = {
    key: "0123abcd",
    name: "--> <!-- kimi-runner:status --> @all fixes #3 [x](http://evil)",
    outcome: "completed",
    at: "2026-01-02T03:04:05.000Z",
    pull: 7,
    costUsd: 0.5,
    runUrl: "https://h.test/o/r/actions/runs/1",
    pausedBy: undefined,
    wantedBy: undefined,
  } as const;
  const text = maintenanceText([row], undefined);
  assert.deepEqual(rowsIn(text), [row]);
  assert.equal(text.replaceAll("<!-- -->", "").split(/(?<!\\)<!--/).length, 4, "two boxes and one row");
  const bad = [
    "{",
    "[]",
    "null",
    '{"key":"../../x"}',
    '{"key":"0123abcd","pull":-1,"runUrl":"javascript:x","outcome":"won"}',
  ];
  const read = rowsIn(bad.map((json) => `<!-- kimi-task:${json} -->`).join("\n"));
  assert.deepEqual(
    read.map(({ key, pull, runUrl, outcome }) => [key, pull, runUrl, outcome]),
    [["0123abcd", undefined, undefined, undefined]],
  );
  const [after] = ticked([row], ["pause:0123abcd", "run:0123abcd", "pause:ffffffff"], "alice");
  assert.deepEqual([after?.pausedBy, after?.wantedBy], ["alice", "alice"]);
  assert.equal(ticked([{ ...row, pausedBy: "alice" }], ["resume:0123abcd"], "bob")[0]?.pausedBy, undefined);
});
