/** The ledger: what runs cost, by day and by thread. Pure functions; money is counted in millionths of a dollar. */

import { member, parseJson } from "../base/member.ts";
import type { ProcessIdentity } from "../base/process-identity.ts";
import { RunnerError } from "../protocol/error.ts";
import type { SpendingTotals } from "../protocol/limits.ts";

/** A session on one day. A session that goes on another day has an entry for each. */
export interface LedgerEntry {
  readonly session: string;
  /** Undefined for runs without a thread. */
  readonly thread?: number | undefined;
  /** Id of the person who asked, for a run of a person without write permission. */
  readonly outsider?: number | undefined;
  /** Day on which the run began, in UTC: `2026-11-22`. */
  readonly day: string;
  /** Time of the reservation, ISO 8601. */
  readonly at: string;
  readonly reservedUsd: number;
  readonly costUsd: number;
  /** Cost of the session on all days, when `costUsd` was last updated. */
  readonly sessionUsd: number;
  /** The most that the session costs, on all days, until this entry is written again; missing in entries of older versions. */
  readonly mayUsd?: number | undefined;
  /** Root of the repository, in a ledger that several repositories share. */
  readonly root?: string | undefined;
  /** The process of the run, in the ledger of one machine; missing in entries of older versions. */
  readonly process?: ProcessIdentity | undefined;
}

export type SpendingLedger = readonly LedgerEntry[];

/** The run that reserves. */
export type Party = Pick<LedgerEntry, "session" | "thread" | "outsider" | "root" | "process" | "sessionUsd"> & {
  /** ms since the epoch. */
  readonly now: number;
  /** `sessionUsd` is all that the session cost. Else a vanished process may have spent more. */
  readonly isWhole?: boolean | undefined;
};

export interface SharedLimits {
  readonly dayUsd?: number | undefined;
  readonly threadUsd?: number | undefined;
  /** One person without write permission, on one day. */
  readonly personUsd?: number | undefined;
  /** All people without write permission, on one day. */
  readonly outsidersUsd?: number | undefined;
}

export type SharedBy = "day" | "thread" | "person" | "outsiders";

export interface SpendingRequest {
  readonly limits: SharedLimits;
  /** What the run may still cost by its own limit; undefined for all that is left. */
  readonly usd: number | undefined;
}

export type Reserved =
  | {
      readonly kind: "granted";
      readonly ledger: SpendingLedger;
      readonly usd: number;
      /** What the ledger counts for the session and its journal does not tell. */
      readonly lostUsd: number;
    }
  /** Nothing is left of a limit. */
  | { readonly kind: "spent"; readonly by: SharedBy; readonly costUsd: number; readonly reservedUsd: number };

/** Older entries are dropped. A thread's limit counts as many days. A busy repository has some 100 runs a day, of 150 bytes each. */
export const KEPT_DAYS = 32;
const DAY_MS = 24 * 3_600_000;
const MICRO = 1_000_000;
/** The highest limit that a policy can set. No run costs more, and larger sums lose cents. */
const MAX_USD = 100_000;

/** Reserves for a run what its request and the limits allow. An earlier reservation of the session is replaced. */
export function reserve(before: SpendingLedger, party: Party, { limits, usd }: SpendingRequest): Reserved {
  const { now, isWhole: _isWhole, ...who } = party;
  const at = new Date(now).toISOString();
  const day = at.slice(0, 10);
  const ledger = withoutOwn(recent(before, now), party);
  const today = ofDay(ledger, party);
  const outsiders = today.filter(({ outsider }) => outsider !== undefined);
  const parts: readonly { by: SharedBy; limit: number | undefined; entries: SpendingLedger }[] = [
    { by: "day", limit: limits.dayUsd, entries: today },
    { by: "thread", limit: limits.threadUsd, entries: ofThread(ledger, party) },
    { by: "outsiders", limit: limits.outsidersUsd, entries: outsiders },
    { by: "person", limit: limits.personUsd, entries: outsiders.filter(({ outsider }) => outsider === party.outsider) },
  ];
  /** What vanished processes of the session may have spent at most, which its journal does not tell. */
  const lostUsd = Math.max(0, round((newestOf(ledger, party.session)?.sessionUsd ?? 0) - party.sessionUsd));
  let granted = usd === undefined ? Infinity : Math.max(0, usd - lostUsd);
  for (const { by, limit, entries } of parts) {
    if (limit === undefined) continue;
    const [costUsd, reservedUsd] = [sum(entries, "costUsd"), sum(entries, "reservedUsd")];
    const left = floor(limit - costUsd - reservedUsd);
    if (left <= 0) return { kind: "spent", by, costUsd, reservedUsd };
    granted = Math.min(granted, left);
  }
  granted = floor(granted);
  const own = ledger.find((entry) => entry.session === party.session && entry.day === day);
  const sessionUsd = round(party.sessionUsd + lostUsd);
  const paid = { costUsd: own?.costUsd ?? 0, sessionUsd, mayUsd: sessionUsd };
  const entry: LedgerEntry = { ...who, ...paid, day, at, reservedUsd: granted };
  const after = sorted([...ledger.filter((other) => other !== own), entry]);
  return { kind: "granted", ledger: after, usd: granted, lostUsd };
}

/** Replaces the earlier reservation of the session: by its cost where that is known, else by the most that it may have cost. */
function withoutOwn(ledger: SpendingLedger, { session, sessionUsd, isWhole = false }: Party): SpendingLedger {
  const last = newestOf(ledger, session);
  if (last === undefined) return ledger;
  if (isWhole) {
    const costUsd = Math.max(0, round(last.costUsd + sessionUsd - last.sessionUsd));
    return ledger.map((entry) => (entry === last ? { ...last, reservedUsd: 0, costUsd, sessionUsd } : entry));
  }
  if (last.reservedUsd === 0 && last.mayUsd === undefined) return ledger; // it ended by itself
  return settle(ledger, session, Math.max(sessionUsd, last.sessionUsd, last.mayUsd ?? 0));
}

/** Writes down what a run that goes on has cost, and the most that it costs before it writes again. */
export function recordCost(
  ledger: SpendingLedger,
  session: string,
  { sessionUsd, mayUsd }: Pick<LedgerEntry, "sessionUsd"> & { readonly mayUsd: number },
): SpendingLedger {
  const last = newestOf(ledger, session);
  if (last === undefined || last.reservedUsd === 0 || !isMoney(sessionUsd) || !isMoney(mayUsd)) return ledger;
  const more = Math.min(last.reservedUsd, Math.max(0, sessionUsd - last.sessionUsd));
  const recorded = {
    ...last,
    reservedUsd: round(last.reservedUsd - more),
    costUsd: round(last.costUsd + more),
    sessionUsd: round(last.sessionUsd + more),
    mayUsd: round(mayUsd),
  };
  return ledger.map((entry) => (entry === last ? recorded : entry));
}

function newestOf(ledger: SpendingLedger, session: string): LedgerEntry | undefined {
  const own = ledger.filter((entry) => entry.session === session);
  return own.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
}

/** Replaces a reservation by the cost. `sessionUsd` is the cost of the whole session; `all` counts what was reserved. */
export function settle(ledger: SpendingLedger, session: string, sessionUsd: number | "all"): SpendingLedger {
  const last = newestOf(ledger, session);
  const isSettled = last?.reservedUsd === 0 && (sessionUsd === "all" || round(sessionUsd) <= round(last.sessionUsd));
  if (last === undefined || isSettled) return ledger;
  // The cost of a session never falls and is never absurdly high. Where it seems so, all that was reserved counts.
  const isKnown = isMoney(sessionUsd) && round(sessionUsd) >= round(last.sessionUsd);
  const more = isKnown ? sessionUsd - last.sessionUsd : last.reservedUsd;
  const costUsd = Math.max(0, round(last.costUsd + more));
  const { mayUsd: _mayUsd, ...kept } = last;
  const settled = { ...kept, reservedUsd: 0, costUsd, sessionUsd: round(last.sessionUsd + more) };
  return ledger.map((entry) => (entry === last ? settled : entry));
}

/** What was spent, for people. Reservations of runs that go on are left out. */
export function totalsOf(ledger: SpendingLedger, party: Party, { dayUsd, threadUsd }: SharedLimits): SpendingTotals {
  return {
    ...(dayUsd === undefined ? {} : { day: { usedUsd: sum(ofDay(ledger, party), "costUsd"), limitUsd: dayUsd } }),
    ...(threadUsd === undefined
      ? {}
      : { thread: { usedUsd: sum(ofThread(ledger, party), "costUsd"), limitUsd: threadUsd } }),
  };
}

function ofDay(ledger: SpendingLedger, { now, root }: Party): SpendingLedger {
  const day = new Date(now).toISOString().slice(0, 10);
  return ledger.filter((entry) => entry.day === day && entry.root === root);
}

function ofThread(ledger: SpendingLedger, { thread }: Party): SpendingLedger {
  return ledger.filter((entry) => entry.thread === thread);
}

function recent(ledger: SpendingLedger, now: number): SpendingLedger {
  const oldest = new Date(now - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  return ledger.filter(({ day }) => day >= oldest);
}

function sorted(ledger: SpendingLedger): SpendingLedger {
  const key = ({ day, session }: LedgerEntry): string => `${day} ${session}`;
  return ledger.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function sum(ledger: SpendingLedger, name: "costUsd" | "reservedUsd"): number {
  return round(ledger.reduce((total, entry) => total + entry[name], 0));
}

function round(usd: number): number {
  return Math.round(usd * MICRO) / MICRO;
}

/** Rounds down, but not by the error of a subtraction. */
function floor(usd: number): number {
  return usd === Infinity ? usd : Math.floor(usd * MICRO + 1e-3) / MICRO;
}

const BATCH = "batch-";

/** The session of a batch's entry. It names the plan, so that a repetition reserves nothing twice. */
export function batchSession(planId: string): string {
  return `${BATCH}${planId}`;
}

/** Whether an entry is that of a batch. Only the same command, or the job that collects, can say what a batch cost. */
export function isOfBatch({ session }: Pick<LedgerEntry, "session">): boolean {
  return session.startsWith(BATCH);
}

export function writeLedger(entries: SpendingLedger): string {
  return `${JSON.stringify({ v: 1, entries }, undefined, 1)}\n`;
}

/** Reads `ledger.json`, which any account with write access could have written. Throws `session.corrupt` for what this program never writes. */
export function parseLedger(text: string, place: string): SpendingLedger {
  const value = parseJson(text);
  const entries = member(value, "entries");
  if (member(value, "v") !== 1 || !Array.isArray(entries)) throw corrupt(place);
  const wrong = entries.findIndex((entry) => !isEntry(entry));
  if (wrong !== -1) throw corrupt(`${place}: entry ${wrong + 1}`);
  return entries;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isMoney = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= MAX_USD;
const isTime = (value: unknown): boolean => typeof value === "string" && !Number.isNaN(Date.parse(value));
const isDay = (value: unknown): boolean => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
const isOptional = (type: "number" | "string") => (value: unknown) => value === undefined || typeof value === type;
const isProcess = (value: unknown): boolean =>
  typeof member(value, "pid") === "number" &&
  ["host", "namespace", "started"].every((name) => isText(member(value, name))) &&
  isOptional("string")(member(value, "boot"));

const FIELDS: Readonly<Record<keyof LedgerEntry, (value: unknown) => boolean>> = {
  session: isText,
  at: isTime,
  day: isDay,
  reservedUsd: isMoney,
  costUsd: isMoney,
  sessionUsd: isMoney,
  mayUsd: (value) => value === undefined || isMoney(value),
  thread: isOptional("number"),
  outsider: isOptional("number"),
  root: isOptional("string"),
  process: (value) => value === undefined || isProcess(value),
};

function isEntry(value: unknown): value is LedgerEntry {
  return Object.entries(FIELDS).every(([name, fits]) => fits(member(value, name)));
}

function corrupt(place: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `The ledger was not written by this program: ${place}.`,
    hint: "With it, no limit for a day or a thread can be enforced. Delete it to start anew.",
  });
}
