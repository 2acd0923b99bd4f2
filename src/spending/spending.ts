/**
 * What runs cost, by day and by thread, so that many jobs together keep one limit. Data in, data out: where the ledger is kept, and
 * against whom it is changed, is not its business. Money is counted in millionths of a dollar.
 */

import { member } from "../base/member.ts";
import { RunnerError } from "../protocol/error.ts";
import type { SpendingTotals } from "../protocol/limits.ts";

/** A session on a day; one that goes on another day has one more. */
export interface LedgerEntry {
  readonly session: string;
  /** Undefined for runs without a thread. */
  readonly thread?: number | undefined;
  /** Id of the person who asked, for a run of a person without write permission. */
  readonly outsider?: number | undefined;
  /** UTC, `2026-11-22`: when the run began. */
  readonly day: string;
  /** ISO 8601: when it reserved. */
  readonly at: string;
  readonly reservedUsd: number;
  readonly costUsd: number;
  /** What the session had cost in all, every day, when `costUsd` was last brought up to date. */
  readonly sessionUsd: number;
  /** Root of the repository, in a ledger that many share. */
  readonly root?: string | undefined;
  /** Of the process, in a ledger of one machine. */
  readonly pid?: number | undefined;
}

export type SpendingLedger = readonly LedgerEntry[];

/** Who reserves. */
export type Party = Pick<LedgerEntry, "session" | "thread" | "outsider" | "root" | "pid" | "sessionUsd"> & {
  /** ms since the epoch. */
  readonly now: number;
};

export interface SharedLimits {
  readonly dayUsd?: number | undefined;
  readonly threadUsd?: number | undefined;
  /** One day of one outsider. */
  readonly personUsd?: number | undefined;
  /** One day of all outsiders. */
  readonly outsidersUsd?: number | undefined;
}

export type SharedBy = "day" | "thread" | "person" | "outsiders";

export interface Wish {
  readonly limits: SharedLimits;
  /** What the run may still cost by its own limit; undefined: all that is left. */
  readonly usd: number | undefined;
}

export type Reserved =
  | { readonly kind: "granted"; readonly ledger: SpendingLedger; readonly usd: number }
  /** What is left of a limit is nothing. */
  | { readonly kind: "spent"; readonly by: SharedBy; readonly costUsd: number; readonly reservedUsd: number };

/** Older entries are dropped: a thread's limit looks back so far. A busy repository has some 100 runs a day, of 150 bytes each. */
export const KEPT_DAYS = 32;
const DAY_MS = 24 * 3_600_000;
const MICRO = 1_000_000;
/** The highest limit that a policy can set. No run costs more, and larger sums lose cents. */
const MAX_USD = 100_000;

/** Reserves for a run what its wish and the limits allow. A reservation that the session has from before is replaced. */
export function reserve(before: SpendingLedger, party: Party, { limits, usd }: Wish): Reserved {
  const { now, ...who } = party;
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
  let granted = usd ?? Infinity;
  for (const { by, limit, entries } of parts) {
    if (limit === undefined) continue;
    const [costUsd, reservedUsd] = [sum(entries, "costUsd"), sum(entries, "reservedUsd")];
    const left = floor(limit - costUsd - reservedUsd);
    if (left <= 0) return { kind: "spent", by, costUsd, reservedUsd };
    granted = Math.min(granted, left);
  }
  granted = floor(granted);
  const own = ledger.find((entry) => entry.session === party.session && entry.day === day);
  const entry: LedgerEntry = { ...who, day, at, reservedUsd: granted, costUsd: own?.costUsd ?? 0 };
  return { kind: "granted", ledger: sorted([...ledger.filter((other) => other !== own), entry]), usd: granted };
}

/** A session that goes on knows better than anybody what it cost until now; one that is begun again does not. */
function withoutOwn(ledger: SpendingLedger, { session, sessionUsd }: Party): SpendingLedger {
  const open = ledger.find((entry) => entry.session === session && entry.reservedUsd > 0);
  if (open === undefined) return ledger;
  return settle(ledger, session, Math.max(sessionUsd, open.sessionUsd));
}

/** The cost takes the place of the reservation. `sessionUsd` is what the whole session cost; `all` counts what was reserved. */
export function settle(ledger: SpendingLedger, session: string, sessionUsd: number | "all"): SpendingLedger {
  const own = ledger.filter((entry) => entry.session === session);
  const last = own.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
  if (last === undefined) return ledger;
  // What a session cost never falls, and is no absurd amount: where it seems so, all that was reserved counts.
  const isKnown = isMoney(sessionUsd) && sessionUsd >= last.sessionUsd;
  const more = isKnown ? sessionUsd - last.sessionUsd : last.reservedUsd;
  const costUsd = Math.max(0, round(last.costUsd + more));
  const settled = { ...last, reservedUsd: 0, costUsd, sessionUsd: round(last.sessionUsd + more) };
  return ledger.map((entry) => (entry === last ? settled : entry));
}

/** What was spent, for people: reservations of runs that go on are left out. */
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

/** Down, but not for the dust of a subtraction. */
function floor(usd: number): number {
  return usd === Infinity ? usd : Math.floor(usd * MICRO + 1e-3) / MICRO;
}

const BATCH = "batch-";

/** The name of a batch's entry: that of its plan, so that a repetition reserves nothing twice. */
export function batchSession(planId: string): string {
  return `${BATCH}${planId}`;
}

/** Only the same command, or the job that collects, says what a batch cost: none of its processes is the run that reserved. */
export function isOfBatch({ session }: Pick<LedgerEntry, "session">): boolean {
  return session.startsWith(BATCH);
}

/** The bytes of `ledger.json`. */
export function writeLedger(entries: SpendingLedger): string {
  return `${JSON.stringify({ v: 1, entries }, undefined, 1)}\n`;
}

/** Any account with write access to its place could have written it. Throws `session.corrupt` for what we never write. */
export function parseLedger(text: string, place: string): SpendingLedger {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw corrupt(place);
  }
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

const FIELDS: Readonly<Record<keyof LedgerEntry, (value: unknown) => boolean>> = {
  session: isText,
  at: isTime,
  day: isDay,
  reservedUsd: isMoney,
  costUsd: isMoney,
  sessionUsd: isMoney,
  thread: isOptional("number"),
  outsider: isOptional("number"),
  root: isOptional("string"),
  pid: isOptional("number"),
};

function isEntry(value: unknown): value is LedgerEntry {
  return Object.entries(FIELDS).every(([name, fits]) => fits(member(value, name)));
}

function corrupt(place: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `The ledger is not one of this program: ${place}.`,
    hint: "No limit of a day or a thread can be kept with it. Delete it to begin anew.",
  });
}
