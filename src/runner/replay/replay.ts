/**
 * Runs a recorded session again in memory: the loop is this program's, and every answer it gets is what was recorded. The
 * first record that does not come again is the divergence.
 */

import { runPrompt } from "../../engine/prompt.ts";
import { DEFAULT_LIMITS, type SessionTerms } from "../../protocol/limits.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { JournalRecord, WireEvent } from "../../protocol/wire.ts";
import { createContextFold } from "../../session/context.ts";
import { seal } from "../../session/journal.ts";
import { createStateFold, type SessionState } from "../../session/session-state.ts";
import { createReplayBudget, type ReplayBudget } from "./budget.ts";
import { isFromElsewhere } from "./calls.ts";
import { promptOf } from "./prompt.ts";
import { createFeed, type Feed, type Stopped } from "./record.ts";
import { namedTools, sameTools, type Specs } from "./specs.ts";
import { replaySubagent } from "./subagent.ts";
import { createTurn, type Performed } from "./turn.ts";

export interface Replayed {
  /** Records that came again. */
  readonly records: number;
  /** Requests that were answered from the record. */
  readonly requests: number;
  readonly divergence?: Extract<Stopped, { kind: "diverged" }> | undefined;
  /** The bytes of every line came again, hashes included. */
  readonly isSameFile: boolean;
  /** False when the tools were described in other words than this program's. */
  readonly isSameTools: boolean;
}

/** Replays a journal that was read without a problem. With an execution its calls are carried out again. */
export async function replay(records: readonly JournalRecord[], execution?: Performed): Promise<Replayed> {
  const session = createReplaySession(records, execution);
  const { feed } = session;
  for (let next = feed.next(); next !== undefined && feed.stopped() === undefined; next = feed.next()) {
    if (next.event.type === "session.end") session.end(next.event);
    else if (next.event.type === "turn.begin") await session.turn();
    else if (next.event.type === "step.begin") feed.miss("a step within a turn, as this version records it");
    else feed.copy();
  }
  const stopped = feed.stopped();
  return { ...session.counts(), divergence: stopped?.kind === "diverged" ? stopped : undefined };
}

interface ReplaySession {
  readonly feed: Feed;
  /** Runs the turn that comes next. */
  readonly turn: () => Promise<void>;
  /** Compares what the run is said to have used. */
  readonly end: (event: Extract<WireEvent, { type: "session.end" }>) => void;
  readonly counts: () => Omit<Replayed, "divergence">;
}

function createReplaySession(records: readonly JournalRecord[], execution: Performed | undefined): ReplaySession {
  const fold = createContextFold();
  const { apply, state } = createStateFold();
  const events = records.map(({ event }) => event);
  let done = 0;
  let requests = 0;
  let terms: SessionTerms = { model: "", window: 0, limits: DEFAULT_LIMITS };
  let prev = records[0]?.prev ?? "";
  let isSameFile = true;
  let toolsNow: ((state: SessionState) => Specs) | undefined;
  let isSameTools = true;
  /** Of the process that took the session up. */
  let budget: ReplayBudget | undefined;
  /** How the newest turn stopped, where the engine carried it out. */
  let last: TurnStop | undefined;

  const feed = createFeed(records, (event, { seq, time }) => {
    const { record } = seal({ v: 1, seq, time, prev, event });
    prev = record.hash;
    isSameFile &&= records[done]?.hash === prev;
    done += 1;
    apply(event);
    fold.apply(event);
    if (event.type === "session.begin" || event.type === "session.resume") {
      budget = undefined;
      const { model = terms.model, window = terms.window, limits = terms.limits } = event;
      terms = { model, window, limits };
    }
    if (event.type === "subagent.event") budget?.count(event.event);
    if (event.type === "context.system" && event.toolsDigest !== undefined) {
      toolsNow = sameTools(state(), event.toolsDigest);
      isSameTools &&= toolsNow !== undefined;
    }
  });

  const onAnswer = (): void => {
    requests += 1;
  };
  let copying: Promise<void> | undefined;
  const copyOthers = async (): Promise<void> => {
    for (let next = feed.peek(); next !== undefined && isFromElsewhere(next); next = feed.peek()) {
      if (next.type === "subagent.begin") await replaySubagent(next.agentId, { feed, state: state(), terms, onAnswer });
      if (feed.stopped() !== undefined) return;
      feed.copy();
    }
  };
  /** Calls of one wave wait for the same copying. */
  const copyInside = (): Promise<void> =>
    (copying ??= copyOthers().finally(() => {
      copying = undefined;
    }));

  const turn = async (): Promise<void> => {
    const now = state();
    last = undefined;
    const isInFlow = now.progressed.flow !== undefined;
    const prompt = promptOf({ before: events.slice(0, done), events: events.slice(done), isInFlow });
    if (prompt === undefined) {
      feed.copy();
      return;
    }
    const made = createTurn({
      feed,
      state: now,
      held: events.slice(0, done).findLast((event) => event.type === "deferral.open")?.held ?? [],
      checks: events.find((event) => event.type === "verify.begin")?.commands ?? [],
      terms,
      execution,
      fold,
      specs: toolsNow?.(now) ?? namedTools(now, events),
      budget: (model) => (budget ??= createReplayBudget(feed, { limits: terms.limits, spent: now.spent, model })),
      copyInside,
      onAnswer,
    });
    last = await runPrompt(prompt, made).catch(() => undefined); // what failed is recorded as such, or stopped the feed
  };
  return {
    feed,
    turn,
    end: (event) => {
      const { spent, priced } = state();
      const isByModel = last?.stop === "end_turn" && (event.outcome === "completed" || event.outcome === "no_change");
      feed.match({
        ...event,
        steps: spent.steps,
        usage: spent.usage,
        costUsd: priced ? spent.costUsd : undefined,
        ...(isByModel && last?.stop === "end_turn" ? { text: last.text } : {}),
      });
    },
    counts: () => ({ records: done, requests, isSameFile: isSameFile && done === records.length, isSameTools }),
  };
}
