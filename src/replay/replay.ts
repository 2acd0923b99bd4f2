/** Runs a recorded session again in memory, with answers from the record, up to the first record that differs. */

import { canonicalJson } from "../base/canonical-json.ts";
import { runPrompt } from "../engine/prompt.ts";
import { DEFAULT_LIMITS } from "../protocol/limits.ts";
import { knownCost } from "../protocol/tally.ts";
import { MAIN_AGENT } from "../protocol/turn.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import { reads } from "../protocol/readers.ts";
import type { EventOf, JournalRecord, WireEvent } from "../protocol/wire.ts";
import { createContextFold } from "../session/context.ts";
import { seal } from "../session/journal.ts";
import { createStateFold, termsAfter, type SessionState, type TermsNow } from "../session/session-state.ts";
import { createReplayBudget } from "./budget.ts";
import { promptOf } from "./prompt.ts";
import { copyAskedByTool, createFeed, type Recorded, type Stopped } from "./record.ts";
import { namedTools, sameTools, type Specs } from "./specs.ts";
import { replaySubagent } from "./subagent.ts";
import { createTurn } from "./turn.ts";

export interface Replayed {
  /** Number of records that were reproduced. */
  readonly records: number;
  /** Number of requests that were answered from the record. */
  readonly requests: number;
  /** Whether the bytes of every line were reproduced, hashes included. */
  readonly isSameFile: boolean;
  /** False where the tools were described to the model in other words than this program's. */
  readonly isSameTools: boolean;
  readonly divergence?: Extract<Stopped, { kind: "diverged" }> | undefined;
}

/** Replays a journal that was read without a problem. */
export async function replay(records: readonly JournalRecord[]): Promise<Replayed> {
  const replayed = createReplayState(records);
  for (const own of processesOf(records)) {
    const { feed, turn, end } = createProcess(own, replayed);
    for (let next = feed.next(); next !== undefined && feed.stopped() === undefined; next = feed.next()) {
      if (next.event.type === "session.end") end(next.event);
      else if (next.event.type === "turn.begin") await turn();
      else if (next.event.type === "step.begin") feed.miss("a step within a turn, as this version records it");
      else feed.copy();
    }
    const stopped = feed.stopped();
    if (stopped?.kind === "diverged") return { ...replayed.counts(), divergence: stopped };
  }
  return replayed.counts();
}

/** The records of each process of the session. Those of a killed process end without an end of the session. */
function processesOf(records: readonly JournalRecord[]): readonly (readonly JournalRecord[])[] {
  const starts = records.flatMap(({ event }, at) => {
    if (event.type !== "session.resume") return [];
    let start = at; // the answers that it brought are recorded before it
    while (records[start - 1]?.event.type === "deferral.answer") start -= 1;
    return [start];
  });
  return [0, ...starts].map((start, index) => records.slice(start, starts[index]));
}

function createProcess(own: readonly JournalRecord[], replayed: ReplayState) {
  const { events, done, state, terms, onAnswer } = replayed;
  /** How the newest turn stopped; undefined for a turn without the engine. */
  let last: TurnStop | undefined;
  const feed = createFeed(own, replayed.accept);

  let copying: Promise<void> | undefined;
  const copyOthers = async (): Promise<void> => {
    for (;;) {
      if (copyAskedByTool(feed)) continue;
      const next = feed.peek();
      if (next === undefined || !reads("replay", next)) return;
      if (next.type === "subagent.begin") {
        const before = events.slice(0, done());
        await replaySubagent(next.agentId, { feed, state: state(), before, terms: terms(), onAnswer });
      }
      if (feed.stopped() !== undefined) return;
      feed.copy();
    }
  };

  return {
    feed,
    turn: async (): Promise<void> => {
      const now = state();
      const before = events.slice(0, done());
      last = undefined;
      const prompt = promptOf({
        before,
        events: feed.recordsAhead().map(({ event }) => event),
        isInFlow: now.progressed.flow !== undefined,
      });
      if (prompt === undefined) {
        feed.copy();
        return;
      }
      const turn = createTurn({
        agentId: MAIN_AGENT,
        feed,
        state: now,
        held: before.findLast((event) => event.type === "deferral.open")?.held ?? [],
        checks: events.find((event) => event.type === "verify.begin")?.commands ?? [],
        terms,
        fold: replayed.fold,
        specs: replayed.specs(),
        budget: createReplayBudget(feed, terms().limits, () => state().spent),
        copyInside: () =>
          // Calls that run at the same time wait for the same copying.
          (copying ??= copyOthers().finally(() => {
            copying = undefined;
          })),
        onAnswer,
      });
      last = await runPrompt(prompt, turn).catch(() => undefined); // a failure is in the record, or has stopped the feed
    },
    /** Compares the recorded use of the run, and its closing text. */
    end: (event: EventOf<"session.end">): void => {
      const { spent } = state();
      const isByModel = event.outcome === "completed" || event.outcome === "no_change";
      feed.match({
        ...event,
        steps: spent.steps,
        usage: spent.usage,
        costUsd: knownCost(spent),
        ...(isByModel && last?.stop === "end_turn" ? { text: last.text } : {}),
      });
    },
  };
}

type ReplayState = ReturnType<typeof createReplayState>;

/** The state of a replay: the folds over the records that were reproduced, and whether their bytes were too. */
function createReplayState(records: readonly JournalRecord[]) {
  const fold = createContextFold();
  const { apply, state } = createStateFold();
  const events = records.map(({ event }) => event);
  let done = 0;
  let requests = 0;
  let terms: TermsNow = { model: "", named: "", window: 0, limits: DEFAULT_LIMITS };
  let prev = records[0]?.prev ?? "";
  let isSameFile = true;
  let tools: ((state: SessionState) => Specs) | undefined;
  let isSameTools = true;
  return {
    accept: (event: WireEvent, { seq, time }: Recorded): void => {
      const recorded = records[done];
      // The bytes of a record of version 1 were checked when it was read. Here only its event is compared.
      const isOld = recorded?.v === 1 && canonicalJson(recorded.event) === canonicalJson(event);
      prev = isOld ? recorded.hash : seal({ v: 2, seq, time, prev, event }).record.hash;
      isSameFile &&= recorded?.hash === prev;
      done += 1;
      apply(event);
      fold.apply(event);
      terms = termsAfter(terms, event) ?? terms;
      if (event.type === "context.system" && event.toolsDigest !== undefined) {
        tools = sameTools(state(), event.toolsDigest);
        isSameTools &&= tools !== undefined;
      }
    },
    events,
    /** How many of them were reproduced. */
    done: () => done,
    fold,
    state,
    terms: () => terms,
    specs: (): Specs => tools?.(state()) ?? namedTools(state(), events),
    onAnswer: (): void => {
      requests += 1;
    },
    counts: (): Replayed => ({
      records: done,
      requests,
      isSameFile: isSameFile && done === records.length,
      isSameTools,
    }),
  };
}
