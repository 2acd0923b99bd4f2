/** Opens a session, new or resumed: connects its journal, folds and views. Also reads a stored session for a resume. */

import { systemClock } from "../../base/clock.ts";
import { createRedact, createSettled, type Secrets, createLeakSearch } from "../../base/redact.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Context } from "../../protocol/context.ts";
import type { Message } from "../../protocol/message.ts";
import type { Emit, EventOf, Sink, WireEvent } from "../../protocol/wire.ts";
import type { Cell } from "../../protocol/cell.ts";
import { DEFAULT_LIMITS } from "../../protocol/limits.ts";
import { withOpenCharged } from "../../protocol/tally.ts";
import type { Bundle } from "../../session/bundle.ts";
import { createContext, createContextFold, messagesOf } from "../../session/context.ts";
import { openJournal, readJournal, type ReadJournal } from "../../session/journal.ts";
import { createStateFold, termsAfter, type SessionState, type TermsNow } from "../../session/session-state.ts";
import type { Lifetime } from "../../session/lock.ts";
import { createSubagentContexts, pastOf, type SubagentPast } from "../../session/subagent-contexts.ts";
import { createLiveAnswers } from "../../session/live-answers.ts";
import { createWire } from "../../session/wire.ts";
import { createConsole } from "../../sinks/console.ts";
import { createContextFile } from "../../sinks/context-file.ts";
import { OUTPUTS, type OutputFormat } from "../../sinks/output.ts";
import type { RunSpending } from "../../spending/run-spending.ts";
import type { World } from "./request.ts";
import { findLeaks, type LeakRequest } from "../../workspace/change/leaks.ts";

export type Session = ReturnType<typeof openSession>;

interface SessionOptions {
  readonly bundle: Bundle;
  readonly world: World;
  /** Values that must never be written anywhere. */
  readonly secrets: Secrets;
  readonly output: OutputFormat;
  /** The cell, where a terminal shows the last line of a running command. */
  readonly cell?: Pick<Cell, "outputSoFar">;
  /** The journal of the session that is resumed. */
  readonly previous?: ReadJournal;
  /** Views besides the bundle's own and the console. */
  readonly sinks?: readonly Sink[] | undefined;
  /** The money, which follows what the session costs. */
  readonly spending?: RunSpending | undefined;
}

/** Opens the journal of `bundle` for writing, folds what it holds, and attaches the views. */
export function openSession(options: SessionOptions) {
  const { bundle, world, secrets, output, cell, previous, sinks = [], spending } = options;
  const redact = createRedact(secrets);
  const search = createLeakSearch(secrets);
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
      ...(world.isQuiet === true
        ? []
        : [
            createConsole({
              err: print(world.err),
              elapsedMs: () => systemClock.monotonic() - began,
              columns: world.terminalColumns,
              isColoured: world.isColoured,
              lastLine: async () => (await cell?.outputSoFar(Number.MAX_SAFE_INTEGER))?.lastLine,
            }),
          ]),
      OUTPUTS[output].sink({ out: print(world.out), before: previous?.records }),
      ...sinks,
      ...(spending?.sinks ?? []),
    ],
    warn,
  });
  const spent = (): SessionState["spent"] => stateFold.state().spent;
  spending?.follow(
    () => spent().costUsd,
    () => withOpenCharged(spent()).costUsd,
  );
  return {
    bundle,
    emit,
    /** Undefined where no view shows answers while they stream. */
    showAnswer:
      show &&
      createLiveAnswers({
        redact,
        settled: createSettled(secrets),
        show: (part) => show({ ...part, atMs: systemClock.now() }),
      }),
    context: createContext(fold, emit),
    /** Creates the context of a subagent, whose events `emitInside` records. `past` is that of a resumed one. */
    contextOf: (agentId: string, emitInside: Emit, past?: SubagentPast): Context =>
      createContext(subagents.open(agentId, past), emitInside),
    /** Folds what a subagent did until now. */
    pastOf: (agentId: string): SubagentPast =>
      pastOf(
        agentId,
        readJournal(bundle.journal).records.map(({ event }) => event),
      ),
    state: stateFold.state,
    modesAt: fold.modesAt,
    redact,
    /** Finds secrets in changes, which cannot be redacted. */
    leakCheck: {
      /** Finds secrets in a text. */
      search,
      /** Finds the files with a secret among those that differ between two trees. Throws `git.failed`. */
      check: async (change: Omit<LeakRequest, "search">) => await findLeaks({ ...change, search }),
    },
    /** Tells people about a view that could not be written. */
    warn,
    close: journal.close,
  };
}

export type StoredSession = ReturnType<typeof readSession>;

/** Reads a bundle's journal for a resume. `warn` is told of a power cut. Throws `session.corrupt` for other damage. */
export function readSession(bundle: Bundle, warn: (text: string) => void = () => {}, lived?: Lifetime) {
  const journal = readJournal(bundle.journal);
  const { problem, records } = journal;
  if (problem?.kind === "lost" && records.length > 0) {
    const where = `${bundle.journal}:${problem.line}: ${problem.reason}`;
    warn(`The journal lost its end: ${where}. The session continues from its ${records.length} complete records.`);
  } else requireWhole(journal, bundle, "A damaged session cannot continue");
  const events = journal.records.map(({ event }) => event);
  const fold = createStateFold();
  for (const { event, time } of journal.records) fold.apply(event, time);
  const folded = fold.state();
  const state = { ...folded, spent: withOpenCharged(folded.spent) };
  const killedMs = timeAfter(journal.records.at(-1), lived);
  return {
    journal,
    state,
    limits: state.limits ?? DEFAULT_LIMITS,
    /** The models that it last used. */
    model: events.reduce<TermsNow | undefined>(termsAfter, undefined),
    images: imagesIn(messagesOf(events)),
    /** The part of `usedMs` that is not recorded yet: from the last record of a killed process to its last sign of life. */
    killedMs,
    /** How long its processes worked, without the time that it waited. */
    usedMs: state.worked.ms + killedMs,
    /** The context contains its task, so that it can be resumed. */
    hasTask: hasTask(events),
  };
}

/** Throws `session.corrupt` for any damage except a torn last line, which counts as not written. `refusal` says what is not possible. */
export function requireWhole({ problem }: ReadJournal, { journal }: Bundle, refusal: string): void {
  if (problem === undefined || problem.kind === "torn") return;
  throw new RunnerError({
    code: "session.corrupt",
    message: `The journal is damaged: ${journal}:${problem.line}: ${problem.reason}.`,
    hint: `${refusal}; \`kimi-runner view\` shows it up to that line.`,
  });
}

/** How many pictures of a conversation the model would be shown. */
export function imagesIn(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + (message.role === "user" ? (message.images ?? []).length : 0), 0);
}

/** Whether the context has more than an imported conversation, which comes before the first turn. */
function hasTask(events: readonly WireEvent[]): boolean {
  const begun = events.findIndex(({ type }) => type === "turn.begin");
  return begun !== -1 && events.slice(begun).some(({ type }) => type === "context.append");
}

/** How long a killed process worked after its last record. A session that had ended was only being published. */
function timeAfter(last: ReadJournal["records"][number] | undefined, lived: Lifetime | undefined): number {
  if (last === undefined || lived === undefined || last.event.type === "session.end") return 0;
  return Math.max(0, lived.toMs - Math.max(lived.fromMs, Date.parse(last.time)));
}

/** The content of `session.json` that the journal says. */
export function sessionFacts(begin: EventOf<"session.begin">): object {
  const { type: _, ...facts } = begin;
  return { version: 1, ...facts };
}
