/**
 * Runs a recorded session again in memory: the loop is this program's, and every answer it gets is what was recorded. The
 * first record that does not come again is the divergence.
 */

import { runPrompt } from "../../engine/prompt.ts";
import type { Budget } from "../../protocol/budget.ts";
import { DEFAULT_LIMITS, type SessionTerms } from "../../protocol/limits.ts";
import type { Turn } from "../../protocol/turn.ts";
import type { HeldCall, JournalRecord, WireEvent } from "../../protocol/wire.ts";
import { createContext, createContextFold } from "../../session/context.ts";
import { seal } from "../../session/journal.ts";
import { createStateFold, type SessionState } from "../../session/session-state.ts";
import { progressedOf } from "../assemble.ts";
import { createReplayBudget, type ReplayBudget } from "./budget.ts";
import { createCalls, isFromElsewhere } from "./calls.ts";
import { abortDue } from "./ending.ts";
import { createReplayModel } from "./model.ts";
import { promptOf } from "./prompt.ts";
import type { Execution } from "./execute.ts";
import { createFeed, type Feed, type Stopped } from "./record.ts";
import { namedTools, sameTools, type Specs } from "./specs.ts";
import { createSurroundings } from "./surroundings.ts";

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

type Performed = Pick<Execution, "tools" | "workspace">;

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

  const turn = async (): Promise<void> => {
    const now = state();
    const isInFlow = now.progressed.flow !== undefined;
    const prompt = promptOf({ before: events.slice(0, done), events: events.slice(done), isInFlow });
    if (prompt === undefined) {
      feed.copy();
      return;
    }
    const made = createTurn({
      feed,
      state: now,
      events,
      held: events.slice(0, done).findLast((event) => event.type === "deferral.open")?.held ?? [],
      terms,
      execution,
      context: (emit) => createContext(fold, emit),
      specs: toolsNow?.(now) ?? namedTools(now, events),
      budget: (model) =>
        (budget ??= createReplayBudget(feed, { limits: terms.limits, spent: now.spent, model })) satisfies Budget,
      onAnswer: () => {
        requests += 1;
      },
    });
    await runPrompt(prompt, made).catch(() => {}); // a turn that failed is recorded as such; anything else stopped the feed
  };
  return {
    feed,
    turn,
    end: (event) => {
      const { spent, priced } = state();
      feed.take({ ...event, steps: spent.steps, usage: spent.usage, costUsd: priced ? spent.costUsd : undefined });
    },
    counts: () => ({ records: done, requests, isSameFile: isSameFile && done === records.length, isSameTools }),
  };
}

interface TurnOptions {
  readonly feed: Feed;
  readonly state: SessionState;
  readonly events: readonly WireEvent[];
  /** What waited last, answered or not. */
  readonly held: readonly HeldCall[];
  readonly terms: SessionTerms;
  readonly execution: Performed | undefined;
  readonly context: (emit: Turn["emit"]) => Turn["context"];
  readonly specs: Specs;
  readonly budget: (model: Turn["model"]) => Budget;
  readonly onAnswer: () => void;
}

function createTurn({
  feed,
  state,
  events,
  held,
  terms,
  execution,
  context,
  specs,
  budget,
  onAnswer,
}: TurnOptions): Turn {
  const { begin, system, progressed } = state;
  const begun = progressed.unfinished.batch?.begun ?? new Set();
  const controller = new AbortController();
  const emit = async (event: WireEvent): Promise<void> => {
    feed.take(event);
    const abort = abortDue(feed);
    if (abort !== undefined && !controller.signal.aborted) controller.abort(abort);
  };
  const { limits, model: name, window } = terms;
  const model = createReplayModel({ feed, controller, name, window, onAnswer });
  const view = context(emit);
  const copyInside = async (): Promise<void> => {
    for (let next = feed.peek(); next !== undefined && isFromElsewhere(next); next = feed.peek()) feed.copy();
  };
  const checks = events.find((event) => event.type === "verify.begin")?.commands ?? [];
  return Object.freeze({
    model,
    system,
    ...createCalls({ feed, controller, context: view, specs, held, begun, copyInside, real: execution?.tools }),
    ...createSurroundings({ feed, controller, context: view, checks }),
    ...(execution === undefined ? {} : { workspace: execution.workspace }),
    context: view,
    limits,
    budget: budget(model),
    progressed: progressedOf({ state: () => state }),
    identity: {
      sessionId: begin?.sessionId ?? "",
      baseCommit: begin?.baseCommit ?? "",
      headCommit: begin?.headCommit ?? "",
      policyDigest: begin?.policyDigest ?? "",
      workDir: begin?.workDir ?? "",
    },
    emit,
    carryOver: async () => "", // stands behind the recorded summary already
    agentId: "main",
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
    signal: controller.signal,
  });
}
