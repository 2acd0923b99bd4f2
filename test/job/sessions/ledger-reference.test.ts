/** Many jobs with one ledger on a real git server: none overwrites another, and the reservation of a killed job is given back. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { RunnerError } from "../../../src/protocol/error.ts";
import { DEFAULT_LIMITS } from "../../../src/protocol/limits.ts";
import { createLedgerRef } from "../../../src/job/sessions/ledger-reference.ts";
import { createSeal } from "../../../src/job/sessions/session-seal.ts";
import { createSessionStore } from "../../../src/job/sessions/session-store.ts";
import type { LedgerStore } from "../../../src/spending/ledger-store.ts";
import { parseLedger } from "../../../src/spending/spending.ts";
import { reserveMoney } from "../../../src/spending/reserve-money.ts";
import type { JournalRecord } from "../../../src/protocol/wire.ts";
import { seal } from "../../../src/session/journal.ts";
import { createRemoteRefs, type RemoteRefs } from "../../../src/workspace/remote-refs.ts";
import { openRepository } from "../../../src/workspace/repository.ts";
import { createTrustedGit } from "../../../src/workspace/trusted-git.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";
const TOKEN = "ghs_ledgerTestToken0123";
const NOON = Date.parse("2026-11-22T12:00:00Z");
const MINUTE = 60_000;

interface Scene {
  readonly hub: GitHub;
  /** References as a job of its own sees them. */
  readonly refs: (token?: string) => RemoteRefs;
  readonly start: string;
  readonly ledger: () => Promise<readonly (readonly [session: string, reservedUsd: number, costUsd: number])[]>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

async function createScene(): Promise<Scene> {
  const hub = await startGitHub();
  hub.addToken(TOKEN);
  hub.addToken("readonly", { scopes: { contents: "read" } });
  await hub.addRepository({ name: "o/r", files: { "a.txt": "one\n" } });
  const repository = createRepository();
  repository.git("pull", "-q", (await hub.git("o/r", "rev-parse", "--absolute-git-dir")).trim(), "main");
  const opened = await openRepository(repository.dir, pathVar);
  const scratches: ReturnType<typeof createScratch>[] = [];
  return {
    hub,
    refs: (token = TOKEN) => {
      const scratch = createScratch();
      scratches.push(scratch);
      const { gitDir } = createTrustedGit({ repository: opened, scratchDir: scratch.dir, pathVar, clock: systemClock });
      const identity = { name: "bot", email: "bot@example.invalid" };
      return createRemoteRefs({
        gitDir,
        path: pathVar,
        remote: { url: hub.cloneUrl("o", "r"), token },
        identity,
        clock: systemClock,
      });
    },
    start: repository.git("rev-parse", "HEAD"),
    ledger: async () => {
      const text = await hub.git("o/r", "show", "refs/kimi/ledger:ledger.json");
      return parseLedger(text, "here").map(({ session, reservedUsd, costUsd }) => [session, reservedUsd, costUsd]);
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      repository.remove();
      for (const scratch of scratches) scratch[Symbol.dispose]();
    },
  };
}

const storeAt = (refs: RemoteRefs, now: number): LedgerStore =>
  createLedgerRef({ refs, thread: 7, clock: { ...systemClock, now: () => now } });

const reserve = (store: LedgerStore, sessionId: string, now: number) =>
  reserveMoney({
    store,
    sessionId,
    limits: { ...DEFAULT_LIMITS, costUsd: 1, costUsdPerDay: 3 },
    spentUsd: 0,
    clock: { now: () => now },
    warn: assert.fail,
  });

test("ten jobs at once against one day: three get their dollar, seven are refused, and no entry is lost", async () => {
  await using scene = await createScene();
  const now = NOON;
  const jobs = Array.from({ length: 10 }, (_, index) => ({ id: `job-${index}`, store: storeAt(scene.refs(), now) }));
  const ends = await Promise.allSettled(jobs.map(({ id, store }) => reserve(store, id, now)));
  const purses = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  const errors = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
  assert.equal(purses.length, 3);
  assert.deepEqual(
    new Set(errors.map((error) => (error instanceof RunnerError ? error.code : error))),
    new Set(["run.cost_limit"]),
  );
  assert.deepEqual(
    (await scene.ledger()).map(([, ...money]) => money),
    [
      [1, 0],
      [1, 0],
      [1, 0],
    ],
  );

  await Promise.all(purses.map((purse, index) => (purse.follow(() => 0.25 * (index + 1)), purse.settle())));
  const costs = (await scene.ledger()).map(([, reservedUsd, costUsd]) => reservedUsd + costUsd);
  assert.deepEqual(
    costs.toSorted((a, b) => a - b),
    [0.25, 0.5, 0.75],
  );
  assert.deepEqual(scene.hub.violations, []);
});

test("a killed job keeps its reservation until its lease ends, and then its last saved cost counts", async () => {
  await using scene = await createScene();
  const began = NOON - 60 * MINUTE;
  const refs = scene.refs();
  await reserve(storeAt(refs, began), "t7-20261122093000-aaaaaaaa", began);
  await reserve(storeAt(refs, began), "t7-20261122093000-bbbbbbbb", began);
  const asking = await reserve(storeAt(refs, began), "t7-20261122093000-cccccccc", began);
  await asking.sinks[0]?.write({ event: { type: "attempt.begin", costUsd: 0.125 } } as JournalRecord);
  const journal = journalOf(0.4);
  const saved = async (id: string, at: number): Promise<void> => {
    const holder = { runUrl: "https://example.invalid/o/r/actions/runs/1", runId: 1, runAttempt: 1 };
    const clock = { ...systemClock, now: () => at };
    const attemptState = async () => undefined;
    const store = createSessionStore({ refs: scene.refs(), holder, clock, seal: createSeal(undefined), attemptState });
    assert.equal((await store.claim(id)).kind, "claimed");
    const tree = (await scene.hub.git("o/r", "rev-parse", "main^{tree}")).trim();
    const point = { files: new Map([["journal.jsonl", journal]]), tree, parent: scene.start };
    assert.deepEqual(await store.save(point, "running"), { kind: "saved" });
  };
  await saved("t7-20261122093000-aaaaaaaa", NOON - 21 * MINUTE);
  await saved("t7-20261122093000-bbbbbbbb", NOON - 5 * MINUTE);
  const next = await reserve(storeAt(scene.refs(), NOON), "t7-next", NOON);
  assert.equal(next.limits.costUsd, 1);
  assert.deepEqual(await scene.ledger(), [
    ["t7-20261122093000-aaaaaaaa", 0, 0.4],
    ["t7-20261122093000-bbbbbbbb", 1, 0],
    ["t7-20261122093000-cccccccc", 0, 0.125], // was never kept: it may have asked once
    ["t7-next", 1, 0],
  ]);
});

test("with a token that may not write the limit cannot be enforced, and the run is refused", async () => {
  await using scene = await createScene();
  await assert.rejects(reserve(storeAt(scene.refs("readonly"), NOON), "a", NOON), {
    code: "github.denied",
    message:
      /^The limit for a day or a thread cannot be enforced, so nothing was spent: refs\/kimi\/ledger cannot be changed: /,
    hint: /`contents: write`/,
  });
  await assert.rejects(scene.ledger());
});

test("a ledger that another program wrote is refused", async () => {
  await using scene = await createScene();
  const refs = scene.refs();
  const commit = await refs.write({ files: new Map([["ledger.json", "{}"]]), message: "x", atSeconds: 1 });
  await refs.update([{ ref: "refs/kimi/ledger", commit, expected: null }], { isAtomic: true });
  await assert.rejects(reserve(storeAt(refs, NOON), "a", NOON), { code: "session.corrupt" });
});

/** The least journal of a session that cost so much. */
function journalOf(costUsd: number): string {
  const usage = { input: 100, cacheRead: 0, cacheWrite: 0, output: 10 };
  const events = [
    { type: "step.begin", step: 1 },
    { type: "step.usage", step: 1, usage, costUsd },
  ] as const;
  let prev = "0".repeat(64);
  return events
    .map((event, seq) => {
      const { line, record } = seal({ v: 1, seq, time: new Date(seq).toISOString(), prev, event });
      prev = record.hash;
      return line;
    })
    .join("");
}
