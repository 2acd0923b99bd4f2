/** A session in its bundle: journal, folds and views wired together, new or going on. */

import { systemClock } from "../../base/clock.ts";
import { createRedact, createSettled, type Redact, type Secrets } from "../../base/redact.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Context } from "../../protocol/context.ts";
import type { Emit, EventOf, LivePart, ShowAnswer, Sink, WireEvent } from "../../protocol/wire.ts";
import type { Cell } from "../../protocol/cell.ts";
import { DEFAULT_LIMITS, type Limits } from "../../protocol/limits.ts";
import { withOpenCharged } from "../../protocol/tally.ts";
import { writeJson, type Bundle } from "../../session/bundle.ts";
import { createContext, createContextFold, messagesOf, type ContextFold } from "../../session/context.ts";
import { openJournal, readJournal, type ReadJournal } from "../../session/journal.ts";
import { createStateFold, stateOf, type SessionState } from "../../session/session-state.ts";
import type { Lifetime } from "../../session/lock.ts";
import { createSubagentContexts, pastOf, type SubagentPast } from "../../session/subagent-contexts.ts";
import { createLiveAnswers } from "../../session/live-answers.ts";
import { createWire } from "../../session/wire.ts";
import { createConsole } from "../../sinks/console.ts";
import { createContextFile } from "../../sinks/context-file.ts";
import { OUTPUTS, type OutputFormat } from "../../sinks/output.ts";
import { createLeakCheck, type LeakCheck } from "./leak-check.ts";
import type { World } from "./request.ts";
import { imagesIn } from "./history.ts";

export interface Session {
  readonly bundle: Bundle;
  readonly emit: Emit;
  /** Undefined where no view shows answers while they stream. */
  readonly showAnswer: ShowAnswer | undefined;
  readonly context: Context;
  /** The context of a subagent, whose events `emit` records inside the run's own; `past` of one that is taken up again. */
  readonly contextOf: (agentId: string, emit: Emit, past?: SubagentPast) => Context;
  /** What a subagent did until now. */
  readonly pastOf: (agentId: string) => SubagentPast;
  /** The journal so far, folded. */
  readonly state: () => SessionState;
  /** The modes as they were at a checkpoint of the main agent. */
  readonly modesAt: ContextFold["modesAt"];
  readonly redact: Redact;
  /** For what cannot be redacted. */
  readonly leakCheck: LeakCheck;
  /** Tells people of a view that could not be written. */
  readonly warn: (text: string) => void;
  readonly close: () => void;
}

export interface SessionOptions {
  readonly bundle: Bundle;
  readonly world: World;
  /** Values that must never be written anywhere. */
  readonly secrets: Secrets;
  readonly output: OutputFormat;
  /** Where commands run, whose last line a terminal shows. */
  readonly cell?: Pick<Cell, "outputSoFar">;
  /** The journal of the stopped session that goes on. */
  readonly previous?: ReadJournal;
  /** Views besides the bundle's own and the console. */
  readonly sinks?: readonly Sink[] | undefined;
}

/** Opens the journal of `bundle` for writing, folds what it holds, and attaches the views. */
export function openSession({ bundle, world, secrets, output, cell, previous, sinks = [] }: SessionOptions): Session {
  const redact = createRedact(secrets);
  const fold = createContextFold();
  const stateFold = createStateFold();
  const subagents = createSubagentContexts();
  for (const { event } of previous?.records ?? []) {
    fold.apply(event);
    stateFold.apply(event);
  }
  const journal = openJournal({ path: bundle.journal, clock: systemClock, redact, previous });
  const began = systemClock.monotonic();
  const print = (write: (text: string) => void) => (text: string) => write(redact(text));
  const warn = (text: string): void => world.warn(redact(text));
  const { emit, show } = createWire({
    journal,
    folds: [fold, stateFold, subagents],
    sinks: [
      createContextFile(bundle.context, previous?.records),
      createConsole({
        err: print(world.err),
        elapsedMs: () => systemClock.monotonic() - began,
        columns: world.terminalColumns,
        lastLine: async () => (await cell?.outputSoFar(Number.MAX_SAFE_INTEGER))?.lastLine,
      }),
      OUTPUTS[output].sink({ out: print(world.out), before: previous?.records }),
      ...sinks,
    ],
    warn,
  });
  return {
    bundle,
    emit,
    showAnswer: show && showingWith(show, { redact, secrets }),
    context: createContext(fold, emit),
    contextOf: (agentId, emitInside, past) => createContext(subagents.open(agentId, past), emitInside),
    pastOf: (agentId) =>
      pastOf(
        agentId,
        readJournal(bundle.journal).records.map(({ event }) => event),
      ),
    state: stateFold.state,
    modesAt: fold.modesAt,
    redact,
    leakCheck: createLeakCheck(secrets, world.env["PATH"] ?? ""),
    warn,
    close: journal.close,
  };
}

function showingWith(
  show: (part: LivePart) => void,
  { redact, secrets }: { readonly redact: Redact; readonly secrets: Secrets },
): ShowAnswer {
  const settled = createSettled(secrets);
  return createLiveAnswers({ redact, settled, show: (part) => show({ ...part, atMs: systemClock.now() }) });
}

type ModelField = "model" | "fallbackModel" | "thinking" | "toolSyntax";

export interface StoredSession {
  readonly journal: ReadJournal;
  readonly state: SessionState;
  /** Those in force when it stopped. */
  readonly limits: Limits;
  /** What it was last carried out with. `named`: the model that people named last, which another one may have replaced. */
  readonly model: (Pick<EventOf<"session.begin">, ModelField> & { readonly named: string }) | undefined;
  /** Pictures in its context. */
  readonly images: number;
  /** Time that its processes worked, waiting left out. */
  readonly usedMs: number;
  /** The part of it between the last record of a killed process and its last sign of life, which is in no record yet. */
  readonly killedMs: number;
  /** Its task is in the context: there is something to go on with. */
  readonly hasTask: boolean;
}

/**
 * Reads a bundle's journal for a resume. What a kill or a power cut took from its end is done again, and `warn` hears of it. Throws
 * `session.corrupt` for other damage.
 */
export function readSession(bundle: Bundle, warn: (text: string) => void = () => {}, lived?: Lifetime): StoredSession {
  const journal = readJournal(bundle.journal);
  const { problem, records } = journal;
  if (problem?.kind === "lost" && records.length > 0) {
    const where = `${bundle.journal}:${problem.line}: ${problem.reason}`;
    warn(`The journal lost its end: ${where}. The session goes on from its ${records.length} whole records.`);
  } else requireWhole(journal, bundle, "A damaged session cannot go on");
  const events = journal.records.map(({ event }) => event);
  const folded = stateOf(events);
  const state = { ...folded, spent: withOpenCharged(folded.spent) };
  const killedMs = timeAfter(journal.records.at(-1), lived);
  return {
    journal,
    state,
    limits: events.reduce(limitsAfter, DEFAULT_LIMITS),
    model: events.reduce(modelAfter, undefined),
    images: imagesIn(messagesOf(events)),
    killedMs,
    usedMs: workedMs(journal.records) + killedMs,
    hasTask: hasTask(events),
  };
}

/** A torn last line was never taken; any other damage throws `session.corrupt`. `refusal`: what is not possible. */
export function requireWhole({ problem }: ReadJournal, { journal }: Bundle, refusal: string): void {
  if (problem === undefined || problem.kind === "torn") return;
  throw new RunnerError({
    code: "session.corrupt",
    message: `The journal is damaged: ${journal}:${problem.line}: ${problem.reason}.`,
    hint: `${refusal}; \`kimi-runner view\` shows it up to that line.`,
  });
}

function modelAfter(before: StoredSession["model"], event: WireEvent): StoredSession["model"] {
  if (event.type === "session.begin") return { ...event, named: event.model };
  if (event.type === "subagent.event") return modelAfter(before, event.event);
  if (before === undefined) return before;
  // The model that was replaced may be back by the time that the other one is gone.
  if (event.type === "model.fallback") return { ...before, model: event.model, fallbackModel: event.from };
  if (event.type !== "session.resume") return before;
  const { model = before.model, thinking = before.thinking, toolSyntax = before.toolSyntax } = event;
  const named = model === before.model ? before.named : model;
  return { named, model, fallbackModel: event.fallbackModel ?? before.fallbackModel, thinking, toolSyntax };
}

/** What was imported stands before the first prompt. */
function hasTask(events: readonly WireEvent[]): boolean {
  const begun = events.findIndex(({ type }) => type === "turn.begin");
  return begun !== -1 && events.slice(begun).some(({ type }) => type === "context.append");
}

function limitsAfter(limits: Limits, event: WireEvent): Limits {
  return event.type === "session.begin" || event.type === "session.resume" ? (event.limits ?? limits) : limits;
}

/** What a killed process worked after its last record. A session that had ended was only published. */
function timeAfter(last: ReadJournal["records"][number] | undefined, lived: Lifetime | undefined): number {
  if (last === undefined || lived === undefined || last.event.type === "session.end") return 0;
  return Math.max(0, lived.toMs - Math.max(lived.fromMs, Date.parse(last.time)));
}

/** From the first record of each process to its last, and what is recorded of killed ones. */
function workedMs(records: ReadJournal["records"]): number {
  let worked = 0;
  let before: number | undefined;
  for (const { time, event } of records) {
    const at = Date.parse(time);
    const isSame = before !== undefined && event.type !== "deferral.answer" && event.type !== "session.resume";
    if (isSame) worked += Math.max(0, at - (before ?? at));
    if (event.type === "session.resume") worked += event.killedMs ?? 0;
    before = at;
  }
  return worked;
}

/** `session.json`: what a reader needs before the journal. */
export function describeSession({ bundle, state }: Pick<Session, "bundle" | "state">): void {
  const { begin } = state();
  if (begin !== undefined) writeJson(bundle.session, sessionFacts(begin));
}

/** What `session.json` holds of a session. */
export function sessionFacts(begin: EventOf<"session.begin">): object {
  const { type: _, ...facts } = begin;
  return { version: 1, ...facts };
}
