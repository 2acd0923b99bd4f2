/** One limit for many runs: what is reserved is never more than it, what is settled is what was spent, and what is lost comes back. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { thisProcess, type ProcessIdentity } from "../../src/base/process-identity.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/protocol/limits.ts";
import type { JournalRecord } from "../../src/protocol/wire.ts";
import type { LedgerStore } from "../../src/spending/ledger-store.ts";
import { parseLedger, type SpendingLedger, writeLedger } from "../../src/spending/spending.ts";
import { createLocalLedger } from "../../src/spending/local-ledger.ts";
import { reserveMoney, type ReserveOptions } from "../../src/spending/reserve-money.ts";
import { resumedLimits } from "../../src/run/open/limits.ts";
import { createScratch } from "../doubles/scratch.ts";

const DAY = Date.parse("2026-11-22T10:00:00Z");

/** A ledger in memory, on a server where `lost` are sessions that vanished. */
function createStore(thread?: number, lost: ReadonlyMap<string, number | "unknown"> = new Map()) {
  let ledger: SpendingLedger = [];
  const store: LedgerStore = {
    owner: { thread },
    change: async (edit) => {
      const { ledger: next, result } = edit(ledger);
      ledger = next;
      return result;
    },
    mayBeLost: ({ at }, now) => now - Date.parse(at) > 1_200_000,
    lastCost: async (session) => lost.get(session) ?? "running",
  };
  return {
    store,
    ledger: () => ledger.map(({ session, day, reservedUsd, costUsd }) => [session, day, reservedUsd, costUsd]),
  };
}

type Asked = Partial<Omit<ReserveOptions, "limits">> & { readonly limits?: Partial<Limits>; readonly at?: number };

const reserve = ({ store = createStore().store, limits = {}, at = DAY, ...more }: Asked) =>
  reserveMoney({
    store,
    sessionId: "a",
    limits: { ...DEFAULT_LIMITS, ...limits },
    spentUsd: 0,
    clock: { now: () => at },
    warn: assert.fail,
    ...more,
  });

const refused = async (asked: Asked): Promise<string> => {
  const error: unknown = await reserve(asked).then(
    () => assert.fail("it was granted"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RunnerError && error.code === "run.cost_limit");
  return `${error.message} ${error.hint}`;
};

test("a run reserves its own limit, and what is left of the day is the next one's limit", async () => {
  const { store, ledger } = createStore();
  const limits = { costUsd: 2, costUsdPerDay: 3 };
  const first = await reserve({ store, limits });
  const second = await reserve({ store, limits, sessionId: "b" });
  assert.deepEqual(first.limits, { ...DEFAULT_LIMITS, ...limits });
  assert.deepEqual(second.limits, { ...DEFAULT_LIMITS, ...limits, costUsd: 1, ownCostUsd: 2 });
  assert.equal(
    await refused({ store, limits, sessionId: "c" }),
    "The limit of $3.00 for a day is used up: $0.00 spent, $3.00 reserved by runs in progress today. The next day begins at 00:00 UTC. Ask again then, or when one of those runs has ended; or raise limits.cost_usd_per_day in the policy.",
  );
  first.follow(() => 0.1);
  assert.deepEqual(await first.settle(), { day: { usedUsd: 0.1, limitUsd: 3 } });
  const third = await reserve({ store, limits, sessionId: "c" });
  assert.equal(third.limits.costUsd, 1.9);
  assert.deepEqual(ledger(), [
    ["a", "2026-11-22", 0, 0.1],
    ["b", "2026-11-22", 1, 0],
    ["c", "2026-11-22", 1.9, 0],
  ]);
});

test("without a limit of its own a run takes all that is left; a session that goes on another day gets its own back", async () => {
  const { store } = createStore();
  const { limits, settle } = await reserve({ store, limits: { costUsdPerDay: 5 } });
  assert.deepEqual([limits.costUsd, limits.ownCostUsd], [5, null]);
  assert.match(await refused({ store, limits: { costUsdPerDay: 5 }, sessionId: "b" }), /\$5\.00 reserved/);
  await settle();
  const policy = { ...DEFAULT_LIMITS, costUsdPerDay: 5 };
  assert.equal(resumedLimits({ policy, session: limits, given: {} }).costUsd, undefined);
  assert.equal(resumedLimits({ policy, session: { ...limits, ownCostUsd: 3 }, given: {} }).costUsd, 3);
  assert.equal(resumedLimits({ policy, session: limits, given: { costUsd: 4 } }).costUsd, 4);
});

test("a day begins anew and a thread does not, and both limits count", async () => {
  const { store } = createStore(7);
  const limits = { costUsd: 2, costUsdPerDay: 2, costUsdPerThread: 3 };
  const first = await reserve({ store, limits });
  first.follow(() => 2);
  await first.settle();
  assert.match(await refused({ store, limits, sessionId: "b" }), /for a day/);
  const next = await reserve({ store, limits, sessionId: "b", at: DAY + 86_400_000 });
  assert.equal(next.limits.costUsd, 1);
  next.follow(() => 1);
  assert.deepEqual(await next.settle(), { day: { usedUsd: 1, limitUsd: 2 }, thread: { usedUsd: 3, limitUsd: 3 } });
  assert.equal(
    await refused({ store, limits, sessionId: "c", at: DAY + 2 * 86_400_000 }),
    "The limit of $3.00 for a thread is used up: $3.00 spent, $0.00 reserved by runs in progress in the last 32 days. Continue in another thread; or raise limits.cost_usd_per_thread in the policy.",
  );
  const other = createStore(8).store;
  assert.equal(
    (await reserve({ store: { ...store, owner: other.owner }, limits, sessionId: "c", at: DAY + 2 * 86_400_000 }))
      .limits.costUsd,
    2,
  );
  assert.equal((await reserve({ store, limits, sessionId: "d", at: DAY + 40 * 86_400_000 })).limits.costUsd, 2);
});

test("a session that goes on reserves only what it may still use, and is counted once for each day", async () => {
  const { store, ledger } = createStore();
  const limits = { costUsd: 2, costUsdPerDay: 10 };
  const first = await reserve({ store, limits });
  first.follow(() => 0.5);
  await first.settle();
  await first.settle();
  const again = await reserve({ store, limits, spentUsd: 0.5 });
  assert.deepEqual(ledger(), [["a", "2026-11-22", 1.5, 0.5]]);
  assert.deepEqual(again.limits.costUsd, 2);
  again.follow(() => 1.25);
  await again.settle();
  const later = await reserve({ store, limits, spentUsd: 1.25, at: DAY + 86_400_000 });
  later.follow(() => 1.5);
  await later.settle();
  assert.deepEqual(ledger(), [
    ["a", "2026-11-22", 0, 1.25],
    ["a", "2026-11-23", 0, 0.25],
  ]);
});

test("a run that vanished: its reservation counts while it may go on, then what it had cost", async () => {
  const lost = new Map<string, number | "unknown">();
  const { store, ledger } = createStore(undefined, lost);
  const limits = { costUsd: 2, costUsdPerDay: 3 };
  await reserve({ store, limits, sessionId: "gone" });
  await reserve({ store, limits: { ...limits, costUsd: 1 }, sessionId: "unknown" });
  lost.set("gone", 0.25);
  assert.match(await refused({ store, limits }), /\$3\.00 reserved/, "too early to tell");
  lost.delete("gone");
  assert.match(await refused({ store, limits, at: DAY + 2_000_000 }), /\$3\.00 reserved/, "still running");
  lost.set("gone", 0.25).set("unknown", "unknown");
  assert.equal((await reserve({ store, limits, at: DAY + 2_000_000 })).limits.costUsd, 1.75);
  assert.deepEqual(ledger(), [
    ["a", "2026-11-22", 1.75, 0],
    ["gone", "2026-11-22", 0, 0.25],
    ["unknown", "2026-11-22", 0, 1],
  ]);
});

/** An attempt of a model, which reserves so much. */
const attempt = (costUsd: number): JournalRecord => ({ event: { type: "attempt.begin", costUsd } }) as JournalRecord;

test("before a model is asked the ledger has what the run may cost, in few writes", async () => {
  const { store, ledger } = createStore();
  let [now, costUsd, writes] = [DAY, 0, 0];
  const change: LedgerStore["change"] = (edit) => {
    writes += 1;
    return store.change(edit);
  };
  const limits = { costUsd: 20, costUsdPerDay: 30 };
  const run = await reserve({ store: { ...store, change }, limits, clock: { now: () => now } });
  let openUsd = 0;
  run.follow(
    () => costUsd,
    () => costUsd + openUsd,
  );
  const mayUsd = async (): Promise<number> =>
    await store.change((entries) => ({ ledger: entries, result: entries[0]?.mayUsd ?? 0 }));
  const step = async (paidUsd: number): Promise<void> => {
    openUsd = 0.25;
    await run.sinks[0]?.write(attempt(0.25));
    assert.ok((await mayUsd()) >= costUsd + openUsd, "what a request may cost is in the ledger before it is sent");
    [costUsd, openUsd] = [costUsd + paidUsd, 0];
  };
  for (let n = 0; n < 60; n += 1) await step(0.1);
  assert.deepEqual([writes, await mayUsd()], [1 + 5, 8.15]);
  now += 60_000;
  await step(0.1);
  await run.settle();
  assert.equal(writes, 1 + 5 + 1 + 1);
  assert.deepEqual(ledger(), [["a", "2026-11-22", 0, 6.1]]);
});

test("a session that goes on after its runner was lost has paid the most that the lost steps may have cost", async () => {
  const { store, ledger } = createStore();
  const limits = { costUsd: 3, costUsdPerDay: 10 };
  const killed = await reserve({ store, limits });
  killed.follow(
    () => 1,
    () => 1.25,
  );
  await killed.sinks[0]?.write(attempt(0.25));
  assert.deepEqual(ledger(), [["a", "2026-11-22", 2, 1]]);
  // The journal of its last save tells of $0.75; the ledger, of $1 and a request, and of another as dear.
  const next = await reserve({ store, limits, spentUsd: 0.75 });
  assert.deepEqual(ledger(), [["a", "2026-11-22", 1.5, 1.5]]);
  assert.equal(next.limits.costUsd, 0.75 + 1.5);
  next.follow(() => 1);
  await next.settle();
  const last = await reserve({ store, limits, spentUsd: 1 });
  last.follow(() => 1.5);
  await last.settle();
  assert.deepEqual(ledger(), [["a", "2026-11-22", 0, 2.25]]);
});

test("where the journal has all, its cost takes the place of what was counted for a run that vanished", async () => {
  const { store, ledger } = createStore(undefined, new Map([["a", "unknown"]]));
  const whole = { ...store, hasWholeJournals: true };
  const limits = { costUsd: 2, costUsdPerDay: 10 };
  await reserve({ store: whole, limits });
  await reserve({ store: whole, limits, sessionId: "b", at: DAY + 2_000_000 });
  assert.deepEqual(ledger()[0], ["a", "2026-11-22", 0, 2]);
  const again = await reserve({ store: whole, limits, spentUsd: 0.125 });
  assert.deepEqual(ledger()[0], ["a", "2026-11-22", 1.875, 0.125]);
  again.follow(() => 0.25);
  await again.settle();
  assert.deepEqual(ledger()[0], ["a", "2026-11-22", 0, 0.25]);
});

/** The cost of a session is a sum of fractions, and the ledger has it in millionths: a session that paid nothing more seemed to have become cheaper. */
test("a session that is settled twice, with a fraction of a millionth, costs the same", async () => {
  const { store, ledger } = createStore();
  const limits = { costUsd: 2, costUsdPerDay: 10 };
  for (const at of [DAY, DAY + 1_000]) {
    const run = await reserve({ store, limits, at, spentUsd: at === DAY ? 0 : 0.0143999 + 6e-8 });
    run.follow(() => 0.0143999 + 6e-8);
    await run.settle();
    assert.deepEqual(ledger(), [["a", "2026-11-22", 0, 0.0144]]);
  }
});

test("a settlement that cannot be written is a warning, and the run goes on", async () => {
  const { store } = createStore();
  const warned: string[] = [];
  let isBroken = false;
  const change: LedgerStore["change"] = async (edit) => (isBroken ? assert.fail("no room") : store.change(edit));
  const warn = (text: string): void => void warned.push(text);
  const { settle } = await reserve({ store: { ...store, change }, limits: { costUsdPerDay: 1 }, warn });
  isBroken = true;
  assert.equal(await settle(), undefined);
  assert.deepEqual(warned, [
    "What the run cost could not be written to the ledger, which keeps counting $1 for it: no room",
  ]);
});

test("on one machine: each repository has its own day, which processes share, and a dead process gives back its reservation", async () => {
  using scratch = createScratch();
  const stateDir = join(scratch.dir, "state");
  const here = (root: string): LedgerStore => createLocalLedger({ stateDir, root, clock: systemClock });
  const limits = { costUsd: 1, costUsdPerDay: 3 };
  const ends = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) => reserve({ store: here("/one"), limits, sessionId: `run-${index}` })),
  );
  assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 3);
  assert.equal((await reserve({ store: here("/two"), limits, sessionId: "other" })).limits.costUsd, 1);
  assert.deepEqual(existsSync(join(stateDir, "ledger.json.lock")), false);

  const file = join(stateDir, "ledger.json");
  mkdirSync(join(stateDir, "run-0"), { recursive: true });
  writeFileSync(join(stateDir, "run-0", "journal.jsonl"), "");
  const heldBy = (other: Partial<ProcessIdentity>): void => {
    const entries = parseLedger(readFileSync(file, "utf8"), file).map((entry) => ({
      ...entry,
      process: { ...thisProcess(), ...other },
    }));
    writeFileSync(file, JSON.stringify({ v: 1, entries }));
  };
  const next = () => reserve({ store: here("/one"), limits, sessionId: "next" });
  // The same id in another container is another process, which runs and pays, and cannot be seen.
  heldBy({ namespace: "pid:[1]" });
  await assert.rejects(next, { code: "run.cost_limit" });
  // The id of a process that ended was given to another one.
  heldBy({ started: "1" });
  assert.equal((await next()).limits.costUsd, 1, "run-0 cost nothing");
});

/** A process that was killed while it wrote left its lock behind, and every later run waited ten seconds for it and was refused. */
test("on one machine: the lock of a process that was killed is taken over", async () => {
  using scratch = createScratch();
  writeFileSync(join(scratch.dir, "ledger.json.lock"), JSON.stringify({ ...thisProcess(), started: "1" }));
  const store = createLocalLedger({ stateDir: scratch.dir, root: "/one", clock: systemClock });
  const { limits } = await reserve({ store, limits: { costUsd: 1, costUsdPerDay: 3 }, sessionId: "run" });
  assert.equal(limits.costUsd, 1);
  assert.equal(existsSync(join(scratch.dir, "ledger.json.lock")), false);
});

for (const text of [
  "",
  "[]",
  `{"v":2,"entries":[]}`,
  `{"v":1,"entries":[{"session":"a"}]}`,
  `{"v":1,"entries":[{"session":"a","day":"2026-11-22","at":"","reservedUsd":-1,"costUsd":0,"sessionUsd":0}]}`,
]) {
  test(`a ledger that this program did not write is refused: ${text.slice(0, 40)}`, () => {
    assert.throws(() => parseLedger(text, "here"), {
      code: "session.corrupt",
      message: `The ledger was not written by this program: here${text.includes("session") ? ": entry 1" : ""}.`,
    });
  });
}

/** An account that may push can write an entry. What no run can have cost is refused with its place, and nothing is reserved on it. */
test("an entry with an absurd figure is refused", () => {
  const entry = {
    session: "x",
    day: "2026-11-22",
    at: "2026-11-22T10:00:00Z",
    reservedUsd: 1,
    costUsd: 1,
    sessionUsd: 1,
  };
  const absurd = [
    9_007_199_254_740_991,
    1e300,
    100_001,
    -1,
    -1e-9,
    Number.NaN,
    Infinity,
    "5",
    null,
    [1],
    { a: 1 },
    true,
  ];
  const wrong: object[] = ["reservedUsd", "costUsd", "sessionUsd"].flatMap((name) =>
    absurd.map((value) => ({ ...entry, [name]: value })),
  );
  wrong.push({ ...entry, at: "soon" }, { ...entry, day: "today" }, { ...entry, thread: "7" }, { ...entry, session: 7 });
  for (const one of wrong) {
    const text = JSON.stringify({ v: 1, entries: [entry, one] });
    const error = { code: "session.corrupt", message: "The ledger was not written by this program: here: entry 2." };
    assert.throws(() => parseLedger(text, "here"), error, text);
  }
  const huge = '{"v":1,"entries":[{"session":"x","day":"2026-11-22","at":"2026-11-22","costUsd":1e999}]}';
  assert.throws(() => parseLedger(huge, "here"), { code: "session.corrupt" });
});

test("an absurd cost of a session counts as all that it reserved, and leaves a ledger that others can read", async () => {
  for (const cost of [Number.NaN, Infinity, -5, 9_007_199_254_740_991, 1e300]) {
    const { store } = createStore();
    const spending = await reserve({ store, limits: { costUsd: 2, costUsdPerDay: 5 } });
    spending.follow(() => cost);
    await spending.settle();
    const ledger = await store.change((now) => ({ ledger: now, result: now }));
    assert.equal(writeLedger(parseLedger(writeLedger(ledger), "here")), writeLedger(ledger));
    assert.deepEqual([ledger[0]?.costUsd, ledger[0]?.reservedUsd], [2, 0], String(cost));
    const next = await reserve({ store, sessionId: "b", limits: { costUsdPerDay: 5 } });
    assert.equal(next.limits.costUsd, 3);
  }
});

test("an entry with a higher cost of the session makes no room", async () => {
  const { store } = createStore();
  const spending = await reserve({ store, limits: { costUsd: 2, costUsdPerDay: 5 } });
  await store.change((now) => ({ ledger: now.map((entry) => ({ ...entry, sessionUsd: 99_999 })), result: undefined }));
  spending.follow(() => 1.5);
  await spending.settle();
  const next = await reserve({ store, sessionId: "b", limits: { costUsdPerDay: 5 } });
  assert.equal(next.limits.costUsd, 3);
});
