/** The job of an answer that died: running it again carries the answer out once, and says so when that was done before. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../doubles/github/faults.ts";
import type { ActionEnd } from "../../../doubles/runner.ts";
import { ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";
import { createHeld, held, job, keptRefs } from "./answer-scene.ts";

/** What was done leaves a line each time. */
const COUNTED = [held("mkdir -p src/n && echo ran >> src/n/count.txt"), { text: "done" }, { text: "done" }];

/** Once so many requests have matched, this happens to those after them. */
interface Death {
  readonly behind: Fault["match"];
  readonly count: number;
  readonly next: Fault;
}

interface Answered {
  readonly scene: JobScene;
  readonly number: number;
  /** Runs the comment's job; the faults begin with it. */
  readonly run: (id: number, attempt: number, death?: Death) => Promise<ActionEnd>;
}

async function answered(body: (digest: string) => string): Promise<Answered> {
  const { scene, number, digests } = await createHeld(COUNTED);
  const { github } = scene;
  const comment = github.addComment(REPOSITORY, number, { body: body(digests[0] ?? ""), user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const run: Answered["run"] = async (id, attempt, death) => {
    const end = await scene.run(event, {
      ...job(id, { env: { GITHUB_RUN_ATTEMPT: String(attempt) } }),
      earlier: async () => {
        if (death === undefined) return;
        const until = async (): Promise<void> => github.fault(death.next);
        github.fault({ kind: "hold", until, match: death.behind, after: death.count - 1 });
      },
    });
    github.clearFaults();
    return end;
  };
  return { scene, number, run };
}

/** How often the held call ran, as far as a branch shows it, and how many pull requests there are. */
async function done({ scene: { github } }: Answered): Promise<readonly [string, number]> {
  const pulls = github.repository(REPOSITORY).threads.filter(({ pull }) => pull !== undefined);
  const counts = await Promise.all(
    pulls.map(async ({ pull }) => await github.git(REPOSITORY, "show", `${pull?.head.ref}:src/n/count.txt`)),
  );
  return [counts.join(), pulls.length];
}

const sessionsOf = async ({ scene }: Answered): Promise<readonly string[]> =>
  (await keptRefs(scene)).filter((line) => line.includes("/sessions/"));

const expired = { kind: "answer", status: 401, body: { message: "Bad credentials" } } as const;
/** From now on the server takes nothing, as if the job were gone. */
const GONE: Fault = { ...expired, match: {}, times: Infinity };
const PUSH = { method: "POST", path: /git-receive-pack$/ };

/** After the push that claims the comment and the one that records the answer, the end of the run is pushed. */
const DEATHS: Readonly<Record<string, Death>> = {
  "once the answer is recorded": { behind: PUSH, count: 2, next: GONE },
  "before the session is resumed, and it is given back": {
    behind: PUSH,
    count: 2,
    next: { ...expired, match: { method: "GET", path: /\/issues\/1\/comments$/ }, after: 1 },
  },
  "in the middle": { behind: { method: "POST", path: /\/reactions$/ }, count: 1, next: GONE },
  "before publishing": { behind: PUSH, count: 3, next: GONE },
  "after publishing": { behind: { method: "POST", path: /\/pulls$/ }, count: 1, next: GONE },
};

const WAYS = {
  "approve all": () => "/kimi approve all",
  "approve a digest": (digest: string) => `/kimi approve ${digest}`,
};

/** A second delivery comes upon these below. */
const IN_SECOND_DELIVERY = new Set([
  DEATHS["before the session is resumed, and it is given back"],
  DEATHS["in the middle"],
]);

for (const [at, [when, death]] of Object.entries(DEATHS).entries()) {
  if (IN_SECOND_DELIVERY.has(death)) continue;
  const [way, body] = Object.entries(WAYS)[at % 2] ?? assert.fail();
  test(`${way}: a job that died ${when} is run again`, async () => {
    const it = await answered(body);
    await using scene = it.scene;
    const { github } = scene;
    const first = await it.run(5001, 1, death);
    assert.notEqual(first.code, 0, first.log);
    const again = await it.run(5001, 2);
    const shown = `${first.log}\n==\n${again.log}\n${ownComments(github, it.number).join("\n")}`;
    assert.deepEqual([again.code, again.outputs["outcome"]], [0, "completed"], shown);
    assert.deepEqual(await done(it), ["ran", 1]);
    assert.deepEqual(await sessionsOf(it), []);
    const comments = ownComments(github, it.number);
    const [id, attempt] = at % 2 === 0 ? ([5001, 3] as const) : ([5002, 1] as const);
    const last = await it.run(id, attempt);
    assert.deepEqual([last.code, last.outputs["outcome"]], [0, "skipped"], last.log);
    assert.equal(last.outputs["reason"], "This comment was carried out before in pull request #2 (completed).");
    assert.deepEqual(ownComments(github, it.number), comments);
  });
}

test("a second delivery carries out what the first one gave back, and nothing while the first is at work", async () => {
  const it = await answered(WAYS["approve all"]);
  await using _ = it.scene;
  const first = await it.run(5001, 1, DEATHS["before the session is resumed, and it is given back"]);
  assert.notEqual(first.code, 0, first.log);
  const second = await it.run(5002, 1);
  assert.equal(second.outputs["outcome"], "completed", second.log);
  assert.deepEqual(await done(it), ["ran", 1]);

  const other = await answered(WAYS["approve all"]);
  await using __ = other.scene;
  await other.run(5001, 1, DEATHS["in the middle"]);
  const comments = ownComments(other.scene.github, other.number);
  const early = await other.run(5002, 1);
  assert.match(early.outputs["reason"] ?? "", /^Another job has this request: .*\/5001\.$/);
  assert.deepEqual(ownComments(other.scene.github, other.number), comments);
});

/** A failed reading of the session once made a green job of a short reply, so that running it again was not offered. */
test("a server that does not give the session fails the job, and running it again answers", async () => {
  const it = await answered(WAYS["approve all"]);
  await using _ = it.scene;
  // The first asks for the list of references.
  const reading: Fault = { ...expired, match: { method: "GET", path: /info\/refs$/ }, after: 1 };
  const first = await it.run(5001, 1, { behind: PUSH, count: 1, next: reading });
  assert.deepEqual([first.code, first.outputs["outcome"]], [1, "failed"], first.log);
  assert.match(
    ownComments(it.scene.github, it.number).at(-1) ?? "",
    /Your answer was not used\. An error occurred: git fetch failed/,
  );
  const again = await it.run(5001, 2);
  assert.equal(again.outputs["outcome"], "completed", again.log);
  assert.deepEqual(await done(it), ["ran", 1]);
});
