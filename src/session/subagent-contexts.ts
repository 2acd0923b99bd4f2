/**
 * The contexts of subagents, as folds over what the run's journal holds of each of them. One that is taken up again stands where
 * its last turn ended, or where it was cut off.
 */

import { RunnerError } from "../protocol/error.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import { createContextFold, type ContextFold } from "./context.ts";
import { createStateFold, type SessionState } from "./session-state.ts";

/** A subagent as its own records leave it. */
export interface SubagentPast {
  readonly context: ContextFold;
  /** Of its own: its steps, its spending, its prompt, the files that it knows, and what it left unfinished. */
  readonly state: SessionState;
}

export interface SubagentContexts {
  readonly apply: (event: WireEvent) => void;
  /** Of a subagent that begins now, or is taken up where it stood. The context follows what is recorded of it. */
  readonly open: (agentId: string, past?: SubagentPast) => ContextFold;
}

/** Follows the subagents that work. */
export function createSubagentContexts(): SubagentContexts {
  const folds = new Map<string, ContextFold>();
  return {
    apply: (event) => {
      if (event.type === "subagent.event") folds.get(event.agentId)?.apply(event.event);
      if (event.type === "subagent.end") folds.delete(event.agentId);
    },
    open: (agentId, past) => {
      const fold = past?.context ?? createContextFold();
      folds.set(agentId, fold);
      return fold;
    },
  };
}

/** Ends what a cut left open: a request under way is charged, and a compaction without an end did not happen. */
const TAKEN_UP: EventOf<"session.resume"> = { type: "session.resume", rung: "none" };

/** What a subagent did until now, for one that is taken up again. Throws `session.corrupt` where no event is about it. */
export function pastOf(agentId: string, events: Iterable<WireEvent>): SubagentPast {
  let past: { context: ContextFold; fold: ReturnType<typeof createStateFold> } | undefined;
  const tell = (event: WireEvent): void => {
    past?.context.apply(event);
    past?.fold.apply(event);
  };
  for (const event of events) {
    if (event.type === "subagent.begin" && event.agentId === agentId) {
      if (event.resumes === true) tell(TAKEN_UP);
      else past = { context: createContextFold(), fold: createStateFold() };
    }
    if (event.type === "subagent.event" && event.agentId === agentId) tell(event.event);
  }
  if (past === undefined) {
    throw new RunnerError({ code: "session.corrupt", message: `The journal holds nothing of subagent ${agentId}.` });
  }
  tell(TAKEN_UP);
  return { context: past.context, state: past.fold.state() };
}
