/** Runs the loop of a subagent again, along its records in the run's journal. */

import type { Budget } from "../protocol/budget.ts";
import type { SessionTerms } from "../protocol/limits.ts";
import { NO_USAGE } from "../protocol/model.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import { createContextFold } from "../session/context.ts";
import { EMPTY_STATE, termsAfter, type TermsNow } from "../session/session-state.ts";
import { pastOf } from "../session/subagent-contexts.ts";
import { runSubagent } from "../run/agent/subagents.ts";
import { leftAhead, pressedAhead } from "./budget.ts";
import { copyAskedByTool, createFeed, type Feed, type Recorded } from "./record.ts";
import { subagentTools } from "./specs.ts";
import { createTurn, type TurnOptions } from "./turn.ts";

interface SubagentOptions extends Pick<TurnOptions, "feed" | "state" | "onAnswer"> {
  readonly terms: SessionTerms;
  /** All events before this begin. */
  readonly before: readonly WireEvent[];
}

/** Runs the subagent that the next record begins. Does nothing for one without a recorded end. */
export async function replaySubagent(
  agentId: string,
  { feed: outer, state, before, terms, onAnswer }: SubagentOptions,
): Promise<void> {
  const own = recordsOf(agentId, outer);
  if (own === undefined) return;
  const { prompt, agent, records, asked, resumes, compaction } = own;
  const past = resumes === true ? pastOf(agentId, before) : undefined;
  const fold = past?.context ?? createContextFold();
  let now: TermsNow = { ...terms, named: terms.model, ...asked };
  const feed = createFeed(records, (event) => {
    fold.apply(event);
    now = termsAfter(now, event) ?? now;
  });
  const system = feed.peek();
  if (system?.type === "context.system") feed.copy();
  const events = records.map(({ event }) => event);
  const text = system?.type === "context.system" ? system.text : (past?.state.system ?? "");
  const begin = state.begin && { ...state.begin, compaction };
  // Its records have no hooks: what they forbade is in the recorded decisions.
  const turn = createTurn({
    agentId,
    feed,
    state: { ...(past?.state ?? EMPTY_STATE), begin, system: text, snapshots: [] },
    terms: () => now,
    held: [],
    checks: [],
    fold,
    specs: subagentTools(agent, state, events),
    budget: recordedBudget(feed, terms),
    copyInside: async () => void copyAskedByTool(feed),
    onAnswer,
  });
  const stop = await runSubagent(prompt, turn).catch(() => undefined);
  if (stop !== undefined) feed.match({ type: "turn.end", stop: stop.stop });
  const stopped = feed.stopped();
  if (stopped?.kind === "diverged") outer.diverge(stopped.at, stopped.now);
}

interface Own extends EventOf<"subagent.begin"> {
  /** Its records, and an end of its turn, which the journal does not have. */
  readonly records: readonly Recorded[];
}

function recordsOf(agentId: string, feed: Feed): Own | undefined {
  const records: Recorded[] = [];
  let begin: EventOf<"subagent.begin"> | undefined;
  for (const record of feed.recordsAhead()) {
    const { event, seq, time } = record;
    if (event.type === "subagent.begin" && event.agentId === agentId) {
      if (begin !== undefined) return undefined; // it was cut off and began again
      begin = event;
    }
    if (event.type === "subagent.event" && event.agentId === agentId) records.push({ seq, time, event: event.event });
    if (event.type !== "subagent.end" || event.agentId !== agentId || begin === undefined) continue;
    records.push({ seq, time, event: { type: "turn.end", stop: event.stop } });
    return { ...begin, records };
  }
  return undefined;
}

const LIMITS = ["limit_steps", "limit_time", "limit_cost", "limit_tokens"] as const;

/** The budget of a subagent. Other agents used the limits of the run at the same time, so the record says what was allowed. */
function recordedBudget(feed: Feed, { limits }: SessionTerms): Budget {
  const stepsOn = (): boolean => feed.ahead().some(({ type }) => type === "step.begin" || type === "attempt.begin");
  return {
    allowsSummary: () => feed.peek()?.type === "compaction.begin",
    reserve: async (request) => {
      if (stepsOn() || feed.peek()?.type === "step.interrupted")
        return { request, usage: NO_USAGE, costUsd: undefined };
      // A second turn, for a better report, may stop at a limit. The recorded end is then that of the first turn.
      return { stop: LIMITS.find((name) => name === feed.turnEnd()?.stop) ?? "limit_steps", reason: "" };
    },
    settle: (reserved, used = reserved) =>
      used.isFree === true
        ? { usage: NO_USAGE, costUsd: 0 }
        : { usage: used.usage, costUsd: reserved.request.model.costUsd(used.usage) },
    deny: () => {},
    denials: () => (feed.turnEnd()?.stop === "rejected" && !stepsOn() ? limits.denials : 0),
    pressed: () => pressedAhead(feed),
    left: (limit) => leftAhead(feed, limit) ?? "",
  };
}
