/**
 * Runs a recorded session again in memory: the loop is this program's, and every answer it gets is what was recorded. The
 * first record that does not come again is the divergence.
 */

import { runPrompt } from "../engine/prompt.ts";
import { knownCost } from "../protocol/tally.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import { reads } from "../protocol/readers.ts";
import type { EventOf, JournalRecord } from "../protocol/wire.ts";
import { createReplayBudget, type ReplayBudget } from "./budget.ts";
import { createLedger, type Counts, type Ledger } from "./ledger.ts";
import { promptOf } from "./prompt.ts";
import { copyAskedByTool, createFeed, type Stopped } from "./record.ts";
import { replaySubagent } from "./subagent.ts";
import { createTurn, type Performed } from "./turn.ts";

export interface Replayed extends Counts {
  readonly divergence?: Extract<Stopped, { kind: "diverged" }> | undefined;
}

/** Replays a journal that was read without a problem. With an execution its calls are carried out again. */
export async function replay(records: readonly JournalRecord[], execution?: Performed): Promise<Replayed> {
  const ledger = createLedger(records);
  for (const own of processesOf(records)) {
    const { feed, turn, end } = createProcess(own, ledger, execution);
    for (let next = feed.next(); next !== undefined && feed.stopped() === undefined; next = feed.next()) {
      if (next.event.type === "session.end") end(next.event);
      else if (next.event.type === "turn.begin") await turn();
      else if (next.event.type === "step.begin") feed.miss("a step within a turn, as this version records it");
      else feed.copy();
    }
    const stopped = feed.stopped();
    if (stopped?.kind === "diverged") return { ...ledger.counts(), divergence: stopped };
  }
  return ledger.counts();
}

/** The records of each process that took the session up; one that was killed just stops. */
function processesOf(records: readonly JournalRecord[]): readonly (readonly JournalRecord[])[] {
  const starts = records.flatMap(({ event }, at) => {
    if (event.type !== "session.resume") return [];
    let start = at; // the answers it brought stand before it
    while (records[start - 1]?.event.type === "deferral.answer") start -= 1;
    return [start];
  });
  return [0, ...starts].map((start, index) => records.slice(start, starts[index]));
}

function createProcess(own: readonly JournalRecord[], ledger: Ledger, execution: Performed | undefined) {
  const { events, done, state, terms, onAnswer } = ledger;
  let budget: ReplayBudget | undefined;
  /** How the newest turn stopped, where the engine carried it out. */
  let last: TurnStop | undefined;
  const feed = createFeed(own, (event, record) => {
    ledger.accept(event, record);
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
        execution,
        fold: ledger.fold,
        specs: ledger.specs(),
        budget: () => (budget ??= createReplayBudget(feed, { limits, spent: now.spent })),
        copyInside: () =>
          // Calls of one wave wait for the same copying.
          (copying ??= copyOthers().finally(() => {
            copying = undefined;
          })),
        onAnswer,
      });
      last = await runPrompt(prompt, turn).catch(() => undefined); // what failed is recorded as such, or stopped the feed
    },
    /** Compares what the run is said to have used, and its last word. */
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
