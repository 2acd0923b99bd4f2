/**
 * Runs a recorded session again in memory. The loop is this program's, and every answer that it gets comes from the record. The first
 * record that is not reproduced is the divergence.
 */

import { runPrompt } from "../engine/prompt.ts";
import { knownCost } from "../protocol/tally.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import { reads } from "../protocol/readers.ts";
import type { EventOf, JournalRecord } from "../protocol/wire.ts";
import { createReplayBudget, type ReplayBudget } from "./budget.ts";
import { createReplayState, type Counts, type ReplayState } from "./replay-state.ts";
import { promptOf } from "./prompt.ts";
import { copyAskedByTool, createFeed, type Stopped } from "./record.ts";
import { replaySubagent } from "./subagent.ts";
import { createTurn } from "./turn.ts";

export interface Replayed extends Counts {
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
  let budget: ReplayBudget | undefined;
  /** How the newest turn stopped; undefined for a turn without the engine. */
  let last: TurnStop | undefined;
  const feed = createFeed(own, (event, record) => {
    replayed.accept(event, record);
    budget?.count(event);
  });

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
        events: [...feed.recordsAhead()].map(({ event }) => event),
        isInFlow: now.progressed.flow !== undefined,
      });
      if (prompt === undefined) {
        feed.copy();
        return;
      }
      const { limits } = terms();
      const turn = createTurn({
        feed,
        state: now,
        held: before.findLast((event) => event.type === "deferral.open")?.held ?? [],
        checks: events.find((event) => event.type === "verify.begin")?.commands ?? [],
        terms,
        fold: replayed.fold,
        specs: replayed.specs(),
        budget: () => (budget ??= createReplayBudget(feed, { limits, spent: now.spent })),
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
