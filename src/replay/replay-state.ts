/** The state of a replay: the folds over the records that were reproduced, and whether their bytes were too. */

import { canonicalJson } from "../base/canonical-json.ts";
import { DEFAULT_LIMITS, type SessionTerms } from "../protocol/limits.ts";
import type { JournalRecord, WireEvent } from "../protocol/wire.ts";
import { createContextFold } from "../session/context.ts";
import { seal } from "../session/journal.ts";
import { createStateFold, type SessionState } from "../session/session-state.ts";
import type { Recorded } from "./record.ts";
import { namedTools, sameTools, type Specs } from "./specs.ts";

export interface Counts {
  /** Number of records that were reproduced. */
  readonly records: number;
  /** Number of requests that were answered from the record. */
  readonly requests: number;
  /** Whether the bytes of every line were reproduced, hashes included. */
  readonly isSameFile: boolean;
  /** False where the tools were described to the model in other words than this program's. */
  readonly isSameTools: boolean;
}

export type ReplayState = ReturnType<typeof createReplayState>;

/** The terms of the session after an event. A subagent's change of the model counts for the run. */
export function termsAfter(terms: SessionTerms, event: WireEvent): SessionTerms {
  if (event.type === "subagent.event") return termsAfter(terms, event.event);
  if (event.type === "model.fallback")
    return { ...terms, model: event.model, window: event.window, prices: event.prices };
  if (event.type !== "session.begin" && event.type !== "session.resume") return terms;
  const { model = terms.model, window = terms.window, limits = terms.limits } = event;
  const prices = event.model === undefined ? terms.prices : event.prices;
  return { model, window, prices, limits };
}

export function createReplayState(records: readonly JournalRecord[]) {
  const fold = createContextFold();
  const { apply, state } = createStateFold();
  const events = records.map(({ event }) => event);
  let done = 0;
  let requests = 0;
  let terms: SessionTerms = { model: "", window: 0, limits: DEFAULT_LIMITS };
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
      terms = termsAfter(terms, event);
      if (event.type === "context.system" && event.toolsDigest !== undefined) {
        tools = sameTools(state(), event.toolsDigest);
        isSameTools &&= tools !== undefined;
      }
    },
    /** The events of the whole journal. */
    events,
    /** How many of them were reproduced. */
    done: () => done,
    fold,
    state,
    /** The terms of the newest process of the session. */
    terms: () => terms,
    /** The tools of the next turn. */
    specs: (): Specs => tools?.(state()) ?? namedTools(state(), events),
    onAnswer: (): void => {
      requests += 1;
    },
    counts: (): Counts => ({ records: done, requests, isSameFile: isSameFile && done === records.length, isSameTools }),
  };
}
