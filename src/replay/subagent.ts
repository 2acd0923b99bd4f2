/**
 * A subagent's own loop, run again along the facts of it that stand in the run's journal. Which of several made which step
 * first is taken from the record; what each of them did is not.
 */

import type { Budget } from "../protocol/budget.ts";
import type { SessionTerms } from "../protocol/limits.ts";
import type { Hooks } from "../protocol/hooks.ts";
import { NO_USAGE } from "../protocol/model.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import { createContextFold } from "../session/context.ts";
import { EMPTY_STATE } from "../session/session-state.ts";
import { pastOf } from "../session/subagent-contexts.ts";
import { runSubagent } from "../run/agent/subagents.ts";
import { leftAhead, pressedAhead } from "./budget.ts";
import { termsAfter } from "./ledger.ts";
import { copyAskedByTool, createFeed, type Feed, type Recorded } from "./record.ts";
import { subagentTools } from "./specs.ts";
import { createTurn, type TurnOptions } from "./turn.ts";

/** Hooks are told in the run's name, and what they forbade is in the decisions. */
const NO_HOOKS: Hooks = { tell: async () => undefined };

/** Runs the subagent that the feed's next record begins, to its end. Stops the feed where it does not come again; one that never ended is left as it is. */
export async function replaySubagent(
  agentId: string,
  {
    feed: outer,
    state,
    before,
    terms,
    onAnswer,
  }: Pick<TurnOptions, "feed" | "state" | "onAnswer"> & {
    readonly terms: SessionTerms;
    /** Everything before this begin. */
    readonly before: readonly WireEvent[];
  },
): Promise<void> {
  const own = recordsOf(agentId, outer);
  if (own === undefined) return;
  const { prompt, agent, records, asked, resumes, compaction } = own;
  const past = resumes === true ? pastOf(agentId, before) : undefined;
  const fold = past?.context ?? createContextFold();
  let now: SessionTerms = { ...terms, ...asked };
  const feed = createFeed(records, (event) => {
    fold.apply(event);
    now = termsAfter(now, event);
  });
  const system = feed.peek();
  if (system?.type === "context.system") feed.copy();
  const events = records.map(({ event }) => event);
  const text = system?.type === "context.system" ? system.text : (past?.state.system ?? "");
  const { begin } = state;
  const turn = createTurn({
    feed,
    state: { ...(past?.state ?? EMPTY_STATE), begin, system: text },
    terms: () => now,
    held: [],
    checks: [],
    fold,
    specs: subagentTools(agent, state, events),
    budget: () => recordedBudget(feed, terms),
    copyInside: async () => void copyAskedByTool(feed),
    onAnswer,
  });
  const progressed = { ...turn.progressed, firstTree: undefined };
  const agentTurn = Object.freeze({
    ...turn,
    get model() {
      return turn.model;
    },
    hooks: NO_HOOKS,
    room: { ...turn.room, by: compaction },
    progressed,
    agentId,
  });
  const stop = await runSubagent(prompt, agentTurn).catch(() => undefined);
  if (stop !== undefined) feed.match({ type: "turn.end", stop: stop.stop });
  const stopped = feed.stopped();
  if (stopped?.kind === "diverged") outer.diverge(stopped.at, stopped.now);
}

interface Own {
  readonly prompt: string;
  readonly agent: string;
  readonly asked: EventOf<"subagent.begin">["asked"];
  readonly resumes: EventOf<"subagent.begin">["resumes"];
  readonly compaction: EventOf<"subagent.begin">["compaction"];
  /** Its facts, and an end of its turn, which has no record of its own. */
  readonly records: readonly Recorded[];
}

function recordsOf(agentId: string, feed: Feed): Own | undefined {
  const records: Recorded[] = [];
  let begin: EventOf<"subagent.begin"> | undefined;
  for (const record of feed.recordsAhead()) {
    const { event, seq, time } = record;
    if (event.type === "subagent.begin" && event.agentId === agentId) {
      if (begin !== undefined) return undefined; // cut off, and done again
      begin = event;
    }
    if (event.type === "subagent.event" && event.agentId === agentId) records.push({ seq, time, event: event.event });
    if (event.type !== "subagent.end" || event.agentId !== agentId || begin === undefined) continue;
    records.push({ seq, time, event: { type: "turn.end", stop: event.stop } });
    const { prompt, agent, asked, resumes, compaction } = begin;
    return { prompt, agent, records, asked, resumes, compaction };
  }
  return undefined;
}

const LIMITS = ["limit_steps", "limit_time", "limit_cost", "limit_tokens"] as const;

/** The limits are the run's, which other agents used at the same time: what they allowed is what the record says. */
function recordedBudget(feed: Feed, { limits }: SessionTerms): Budget {
  const stepsOn = (): boolean => feed.ahead().some(({ type }) => type === "step.begin" || type === "attempt.begin");
  return {
    allowsSummary: () => feed.peek()?.type === "compaction.begin",
    reserve: async (wish) => {
      if (stepsOn() || feed.peek()?.type === "step.interrupted") return { wish, usage: NO_USAGE, costUsd: undefined };
      // A second turn for a better report may stop at a limit; the end is that of the first then.
      return { stop: LIMITS.find((name) => name === feed.turnEnd()?.stop) ?? "limit_steps", reason: "" };
    },
    settle: (reserved, used = reserved) =>
      used.isFree === true
        ? { usage: NO_USAGE, costUsd: 0 }
        : { usage: used.usage, costUsd: reserved.wish.model.costUsd(used.usage) },
    deny: () => {},
    denials: () => (feed.turnEnd()?.stop === "rejected" && !stepsOn() ? limits.denials : 0),
    pressed: () => pressedAhead(feed),
    left: (limit) => leftAhead(feed, limit) ?? "",
  };
}
