/** Money that runs share: reserved before a run pays, recorded while it pays, settled at its end or by the next run. */

import { money } from "../base/words.ts";
import type { Clock } from "../base/clock.ts";
import { describeError, RunnerError } from "../protocol/error.ts";
import type { Limits } from "../protocol/limits.ts";
import type { LedgerStore, Edited } from "./ledger-store.ts";
import {
  isOfBatch,
  KEPT_DAYS,
  reserve,
  settle,
  totalsOf,
  type SpendingLedger,
  type Party,
  type Reserved,
  type SharedBy,
  type SharedLimits,
  recordCost,
} from "./spending.ts";
import { unsharedSpending, type RunSpending } from "./run-spending.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Sink, WireEvent } from "../protocol/wire.ts";

export interface ReserveOptions {
  readonly store: LedgerStore;
  readonly sessionId: string;
  /** The limits of the policy, lowered by what was asked for. */
  readonly limits: Limits;
  /** Set where a person without write permission asked: what such people may cost a day. */
  readonly outsider?: { readonly id: number; readonly personUsd: number; readonly allUsd: number } | undefined;
  /** Cost of the session before this process. */
  readonly spentUsd: number;
  readonly clock: Pick<Clock, "now">;
  readonly warn: (text: string) => void;
}

/** Number of vanished runs that one job looks up. Reading a session takes about a second. */
const MAX_LOST = 5;

/** Reserves money. Throws `run.cost_limit` where nothing is left, and what the store throws. */
export async function reserveMoney(options: ReserveOptions): Promise<RunSpending> {
  const { store, sessionId: session, limits, outsider, spentUsd, clock, warn } = options;
  const { costUsdPerDay: dayUsd, costUsdPerThread } = limits;
  const shared: SharedLimits = {
    dayUsd,
    threadUsd: store.owner.thread === undefined ? undefined : costUsdPerThread,
    personUsd: outsider?.personUsd,
    outsidersUsd: outsider?.allUsd,
  };
  const who = { ...store.owner, outsider: outsider?.id, session };
  const party: Party = { ...who, sessionUsd: spentUsd, now: clock.now(), isWhole: store.hasWholeJournals };
  const own = limits.costUsd === undefined ? undefined : limits.costUsd - spentUsd;
  if (own !== undefined && own <= 0) return unsharedSpending(limits); // the run itself says that its limit is reached

  const reserveIn = (ledger: SpendingLedger): Edited<Reserved> => {
    const result = reserve(ledger, party, { limits: shared, usd: own });
    return { ledger: result.kind === "granted" ? result.ledger : ledger, result };
  };
  let reserved = await store.change<Reserved | Lookup>((ledger) => {
    const doubtful = doubtfulIn(ledger, options);
    return doubtful.length === 0 ? reserveIn(ledger) : { ledger, result: { kind: "look", doubtful } };
  });
  if (reserved.kind === "look") {
    const lost = await lostOf(reserved.doubtful, options);
    reserved = await store.change((ledger) => reserveIn(settledAll(ledger, lost)));
  }
  if (reserved.kind === "spent") throw spentError(reserved, shared);
  const { usd, lostUsd } = reserved;
  let isSettled = false;
  let costUsd = (): number => spentUsd;
  let mostUsd = costUsd;
  const recording = createRecording({
    change: store.change,
    sessionId: session,
    cost: () => ({ sessionUsd: lostUsd + costUsd(), mayUsd: lostUsd + mostUsd() }),
    clock,
    warn,
  });
  return {
    limits: grantedLimits(limits, spentUsd + usd),
    follow: (sessionUsd, mayUsd = sessionUsd) => {
      costUsd = sessionUsd;
      mostUsd = mayUsd;
    },
    sinks: [recording.sink],
    settle: async () => {
      if (isSettled) return undefined;
      isSettled = true;
      try {
        await recording.end();
        return await store.change((ledger) => {
          const settled = settle(ledger, session, lostUsd + mostUsd());
          return { ledger: settled, result: totalsOf(settled, party, shared) };
        });
      } catch (error) {
        warn(
          `What the run cost could not be written to the ledger, which keeps counting $${usd} for it: ${describeError(error)}`,
        );
        return undefined;
      }
    },
  };
}

/** Sessions that are gone, with the whole cost of each. */
type Lost = ReadonlyMap<string, number | "all">;

/** Reservations whose runs may be gone are looked up before anything is reserved. */
interface Lookup {
  readonly kind: "look";
  readonly doubtful: SpendingLedger;
}

function doubtfulIn(ledger: SpendingLedger, { store, sessionId, clock }: ReserveOptions): SpendingLedger {
  const now = clock.now();
  return ledger
    .filter((entry) => entry.reservedUsd > 0 && entry.session !== sessionId && !isOfBatch(entry))
    .filter((entry) => store.mayBeLost(entry, now))
    .slice(0, MAX_LOST);
}

async function lostOf(doubtful: SpendingLedger, { store, clock }: ReserveOptions): Promise<Lost> {
  const lost = new Map<string, number | "all">();
  for (const { session, sessionUsd, mayUsd } of doubtful) {
    const cost = await store.lastCost(session, clock.now(), mayUsd);
    if (cost !== "running") lost.set(session, cost === "unknown" ? "all" : Math.max(cost, sessionUsd));
  }
  return lost;
}

function settledAll(ledger: SpendingLedger, lost: Lost): SpendingLedger {
  return [...lost].reduce(
    (after, [session, cost]) =>
      after.some((entry) => entry.session === session && entry.reservedUsd > 0) ? settle(after, session, cost) : after,
    ledger,
  );
}

/** The limits with the granted money. A session that goes on another day gets its own limit back. */
function grantedLimits(limits: Limits, costUsd: number): Limits {
  if (limits.costUsd !== undefined && limits.costUsd <= costUsd) return limits;
  return { ...limits, costUsd, ownCostUsd: limits.costUsd ?? null };
}

/** The setting of each shared limit, and what the limit is for. */
const SHARED: Readonly<
  Record<SharedBy, { readonly limit: keyof SharedLimits; readonly of: string; readonly name: string }>
> = {
  day: { limit: "dayUsd", of: "a day", name: "limits.cost_usd_per_day" },
  thread: { limit: "threadUsd", of: "a thread", name: "limits.cost_usd_per_thread" },
  person: { limit: "personUsd", of: "one person without write permission", name: "outsiders.cost_usd_per_person" },
  outsiders: { limit: "outsidersUsd", of: "people without write permission", name: "outsiders.cost_usd_per_day" },
};

function spentError(
  { by, costUsd, reservedUsd }: Extract<Reserved, { kind: "spent" }>,
  limits: SharedLimits,
): RunnerError {
  const { limit, of, name } = SHARED[by];
  const taken = `${money(costUsd)} spent, ${money(reservedUsd)} reserved by runs in progress`;
  const since = by === "thread" ? `in the last ${KEPT_DAYS} days` : "today";
  const waits = by === "thread" ? "Continue in another thread" : "The next day begins at 00:00 UTC. Ask again then";
  return new RunnerError({
    code: "run.cost_limit",
    message: `The limit of ${money(limits[limit] ?? 0)} for ${of} is used up: ${taken} ${since}.`,
    hint: `${waits}${reservedUsd > 0 ? ", or when one of those runs has ended" : ""}; or raise ${name} in the policy.`,
  });
}

interface RecordingOptions extends Pick<ReserveOptions, "sessionId" | "clock" | "warn"> {
  readonly change: LedgerStore["change"];
  /** What the session has cost, and that with all that the requests under way may cost. */
  readonly cost: () => { readonly sessionUsd: number; readonly mayUsd: number };
}

/** Writing costs two requests to the server. */
const EVERY_MS = 60_000;
/** A request to a model waits no longer for a server that does not answer. */
const PATIENCE_MS = 10_000;

/**
 * Keeps the ledger ahead of a run: before a model is asked, the ledger knows what the session may have cost then, so that a job that
 * resumes it after its runner was lost knows the most that the lost steps cost. Must not fail a run.
 */
function createRecording({ change, sessionId, cost, clock, warn }: RecordingOptions) {
  /** What the ledger knows that the session may cost. */
  let covered = -1;
  let wroteAt = 0;
  let dearest = 0;
  /** What is recorded beyond the requests under way. A run that pays it within a minute gets twice as much. */
  let ahead = 0;
  let writing: Promise<void> | undefined;
  let hasWarned = false;

  const write = async (): Promise<void> => {
    const { sessionUsd, mayUsd } = cost();
    const most = mayUsd + ahead;
    covered = Math.min(covered, most);
    wroteAt = clock.now();
    try {
      await change((ledger) => ({
        ledger: recordCost(ledger, sessionId, { sessionUsd, mayUsd: most }),
        result: undefined,
      }));
    } catch (error) {
      if (!hasWarned) warn(`What the run costs could not be written to the ledger: ${describeError(error)}`);
      hasWarned = true;
    }
    covered = most; // also after a failure, so that the run does not wait each time
  };
  const begin = (): Promise<void> => {
    writing ??= write().finally(() => (writing = undefined));
    return writing;
  };
  const before = async (costUsd: number): Promise<void> => {
    dearest = Math.max(dearest, costUsd);
    const isOld = clock.now() - wroteAt >= EVERY_MS;
    if (cost().mayUsd <= covered) {
      if (!isOld) return;
      ahead = Math.max(dearest, ahead / 2);
      return void begin();
    }
    await writing;
    ahead = Math.max(dearest, isOld ? ahead : 2 * ahead);
    await Promise.race([begin(), delay(PATIENCE_MS, undefined, { ref: false })]);
  };
  const sink: Sink = {
    name: "ledger",
    write: async ({ event }) => {
      const costUsd = reservedIn(event);
      if (costUsd !== undefined) await before(costUsd);
    },
  };
  return { sink, end: async (): Promise<void> => await writing };
}

/** What an attempt reserves that begins with the event, also one of a subagent. */
function reservedIn(event: WireEvent): number | undefined {
  if (event.type === "subagent.event") return reservedIn(event.event);
  return event.type === "attempt.begin" ? (event.costUsd ?? 0) : undefined;
}
