/** The contexts of subagents, folded from the run's journal. A resumed one continues where it stopped. */

import { RunnerError } from "../protocol/error.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import { createContextFold, type ContextFold } from "./context.ts";
import { createStateFold, type SessionState } from "./session-state.ts";

/** What a subagent did until now, folded from its own events. */
export interface SubagentPast {
  readonly context: ContextFold;
  readonly state: SessionState;
}

/** Creates the contexts of the subagents that work now. */
export function createSubagentContexts() {
  const folds = new Map<string, ContextFold>();
  return {
    apply: (event: WireEvent): void => {
      if (event.type === "subagent.event") folds.get(event.agentId)?.apply(event.event);
      if (event.type === "subagent.end") folds.delete(event.agentId);
    },
    /** Opens the context of a subagent that begins now, or of one that is resumed. It follows the subagent's events. */
    open: (agentId: string, past?: SubagentPast): ContextFold => {
      const fold = past?.context ?? createContextFold();
      folds.set(agentId, fold);
      return fold;
    },
  };
}

/** Closes what a kill left open: an open request is charged, and a compaction without an end did not happen. */
const RESUMED: EventOf<"session.resume"> = { type: "session.resume", rung: "none" };

/** Folds the events of a subagent that is resumed. Throws `session.corrupt` where there are none. */
export function pastOf(agentId: string, events: Iterable<WireEvent>): SubagentPast {
  let past: { context: ContextFold; fold: ReturnType<typeof createStateFold> } | undefined;
  const tell = (event: WireEvent): void => {
    past?.context.apply(event);
    past?.fold.apply(event);
  };
  for (const event of events) {
    if (event.type === "subagent.begin" && event.agentId === agentId) {
      if (event.resumes === true) tell(RESUMED);
      else past = { context: createContextFold(), fold: createStateFold() };
    }
    if (event.type === "subagent.event" && event.agentId === agentId) tell(event.event);
  }
  if (past === undefined) {
    throw new RunnerError({ code: "session.corrupt", message: `The journal holds nothing of subagent ${agentId}.` });
  }
  tell(RESUMED);
  return { context: past.context, state: past.fold.state() };
}
