/** The state of a session as a fold over its journal: the facts of the run, and what only a resume needs. */

import { definedMembers } from "../base/member.ts";
import { NO_ANSWERS, actionOf } from "../protocol/approval.ts";
import type { SessionTerms } from "../protocol/limits.ts";
import type { McpServerFact } from "../protocol/mcp.ts";
import { reads } from "../protocol/readers.ts";
import type { Tally } from "../protocol/tally.ts";
import type { Progressed, Spent } from "../protocol/turn.ts";
import type { AgentDefinition, AgentEnd } from "../protocol/subagent.ts";
import type { Verification } from "../protocol/verify.ts";
import type { EventOf, HeldCall, WireEvent } from "../protocol/wire.ts";
import { foldRecord } from "../run-model/apply.ts";
import { NO_FACTS, type RunFacts } from "../run-model/facts.ts";
import { foldChange, type ChangeState } from "./answered-versions.ts";
import { closedSteps, foldUnfinished } from "./unfinished.ts";
import { countRefused, foldUntold, NOTHING_UNTOLD, reachesWeb, type Untold } from "./untold.ts";

/** What the model knows of a file. Only the newest fact of each path is kept. */
export type SeenFact = EventOf<"file.seen">;

export interface SessionState extends ChangeState, RunFacts {
  readonly system: string;
  readonly spent: Spent;
  readonly progressed: Omit<Progressed, "failure" | "firstTree">;
  /** The newest round that the model was told of. */
  readonly told?: Verification | undefined;
  readonly untold: Untold;
  /** Subagents whose newest message has a rejected call. */
  readonly refused: ReadonlySet<string>;
  /** The mode in force; undefined where it was never switched. */
  readonly mode?: string | undefined;
  readonly planMode: boolean;
  /** Plan mode was on at some time of the session. */
  readonly hasPlanned: boolean;
  /** A call that reaches the web was not rejected, so the context may contain words of a page. */
  readonly hasAskedWeb?: true;
  readonly plan?: string | undefined;
  /** Agents that the model defined, in order. */
  readonly defined: readonly AgentDefinition[];
  /** Subagents that ended, in order. */
  readonly agents: readonly AgentEnd[];
  /** The kinds of the subagents that were started, by id, in order. */
  readonly started: ReadonlyMap<string, string>;
  /** Call id → id of the subagent that still works on it. A call that is repeated gets the same subagent. */
  readonly working: ReadonlyMap<string, string>;
  /** Ids of the background commands that the newest process started. */
  readonly background: readonly string[];
  /** Trees in the order in which they were taken; the first is the workspace at the start. */
  readonly snapshots: readonly string[];
  /** The start commit's tree with the session's change at the newest snapshot, also that of a subagent. */
  readonly ownTree: string | undefined;
  /** One fact for each file, the newest last. */
  readonly seen: readonly SeenFact[];
  readonly held: readonly HeldCall[];
  /** MCP servers, as they were when the session began or was resumed last. */
  readonly mcp?: readonly McpServerFact[] | undefined;
  /** Requests have one line for each tool of an MCP server, and no schemas. */
  readonly isMcpOnDemand?: true | undefined;
  /** Files that are not in the patch of the newest end. */
  readonly leftOut: readonly string[];
}

/** The state without the lists that grow with the journal, so that an event costs the same at its end as at its beginning. */
interface OpenState extends Omit<SessionState, "snapshots" | "ownTree" | "seen" | "spent"> {
  readonly spent: Omit<Spent, keyof Tally>;
}

const NO_STATE: OpenState = {
  ...NO_FACTS,
  system: "",
  spent: { denials: 0, pressed: [] },
  progressed: { steps: 0, mails: 0, rounds: 0, stopHookUsed: false, standing: [], unfinished: {} },
  untold: NOTHING_UNTOLD,
  refused: new Set(),
  planMode: false,
  hasPlanned: false,
  defined: [],
  agents: [],
  started: new Map(),
  working: new Map(),
  background: [],
  held: [],
  answered: NO_ANSWERS,
  leftOut: [],
};

function wholeState(state: OpenState): Omit<SessionState, "snapshots" | "ownTree" | "seen"> {
  return { ...state, spent: { ...state.tally, ...state.spent } };
}

export const EMPTY_STATE: SessionState = { ...wholeState(NO_STATE), snapshots: [], ownTree: undefined, seen: [] };

/** Creates an empty fold. Give it every event, in order. */
export function createStateFold() {
  let open = NO_STATE;
  const snapshots: string[] = [];
  let ownTree: string | undefined;
  const seen = new Map<string, SeenFact>();
  let current: SessionState | undefined;
  return {
    apply: (event: WireEvent, time?: string): void => {
      current = undefined;
      open = foldRecord(open, { event, time });
      if (event.type === "workspace.snapshot") {
        snapshots.push(event.tree);
        ownTree = event.own ?? event.tree;
      } else if (event.type === "file.seen") {
        seen.delete(event.path); // so that the newest fact comes last
        seen.set(event.path, event);
      } else {
        if (event.type === "subagent.event" && event.event.type === "workspace.snapshot")
          ownTree = event.event.own ?? event.event.tree;
        open = foldOpen(foldTold(foldState(foldChange(open, event), event), event), event);
      }
    },
    /** The state after all events so far. Later events do not change a returned state. */
    state: (): SessionState =>
      (current ??= { ...wholeState(open), snapshots: [...snapshots], ownTree, seen: [...seen.values()] }),
  };
}

export function stateOf(events: Iterable<WireEvent>): SessionState {
  const fold = createStateFold();
  for (const event of events) fold.apply(event);
  return fold.state();
}

function foldOpen(state: OpenState, event: WireEvent): OpenState {
  const unfinished = foldUnfinished(state.progressed.unfinished, event);
  if (unfinished === state.progressed.unfinished) return state;
  return { ...state, progressed: { ...state.progressed, unfinished } };
}

/** The next message tells the model what was untold, which counts from then on. */
function foldTold(state: OpenState, event: WireEvent): OpenState {
  const untold = foldUntold(state.untold, event);
  if (untold === state.untold) return state;
  if (event.type !== "context.append") return { ...state, untold };
  const { checks, stopHookUsed, pressed, denials } = state.untold;
  const { progressed, spent } = state;
  return {
    ...state,
    untold,
    told: checks ?? state.told,
    spent: { ...spent, pressed: [...spent.pressed, ...pressed], denials: spent.denials + denials },
    progressed: {
      ...progressed,
      rounds: checks?.rounds ?? progressed.rounds,
      stopHookUsed: stopHookUsed ?? progressed.stopHookUsed,
    },
  };
}

function foldState(
  state: OpenState,
  event: Exclude<WireEvent, EventOf<"workspace.snapshot" | "file.seen">>,
): OpenState {
  if (!reads("state", event)) return state;
  switch (event.type) {
    case "session.resume": {
      const held = state.held.filter(({ files }) => files === undefined);
      const progressed = { ...state.progressed, steps: closedSteps(state.progressed) };
      return { ...state, background: [], held, progressed };
    }
    case "background.start":
      return { ...state, background: [...state.background, event.id] };
    case "mcp.end":
      return { ...state, mcp: event.servers, isMcpOnDemand: event.isOnDemand };
    case "context.system":
      return { ...state, system: event.text };
    case "step.begin":
      return { ...state, progressed: { ...state.progressed, steps: event.step } };
    case "deferral.open":
      return { ...state, held: event.held };
    case "deferral.answer":
      return answered(state, event);
    case "mail.sent":
      return { ...state, progressed: { ...state.progressed, mails: state.progressed.mails + 1 } };
    case "mode.switch":
      return { ...state, mode: event.to };
    case "plan.mode":
      return { ...state, planMode: event.on, hasPlanned: state.hasPlanned || event.on };
    case "plan.display":
      return { ...state, plan: event.text };
    case "turn.begin":
      // A resume has no words of its own: it continues the prompt before it.
      if (event.input === "") return state;
      return {
        ...state,
        told: undefined,
        progressed: { ...state.progressed, rounds: 0, stopHookUsed: false, flow: undefined },
      };
    case "flow.begin":
      return { ...state, progressed: { ...state.progressed, flow: { name: event.name, node: event.node, moves: 0 } } };
    case "flow.move": {
      const flow = { name: state.progressed.flow?.name ?? "", node: event.to, moves: event.moves };
      return { ...state, progressed: { ...state.progressed, flow } };
    }
    case "flow.end":
      return { ...state, progressed: { ...state.progressed, flow: undefined } };
    case "subagent.define": {
      const { type: _, ...definition } = event;
      return { ...state, defined: [...state.defined.filter(({ name }) => name !== event.name), definition] };
    }
    case "subagent.begin": {
      const { callId, agentId, agent } = event;
      const started = new Map([...state.started, [agentId, agent]]);
      return { ...state, started, working: new Map([...state.working, [callId, agentId]]) };
    }
    case "context.append":
      return state.working.size === 0 ? state : { ...state, working: new Map() };
    case "tool.end": // its report is recorded, and a resume tells it
      if (!state.working.has(event.callId)) return state;
      return { ...state, working: new Map([...state.working].filter(([callId]) => callId !== event.callId)) };
    case "subagent.event": // the main agent is not told of a subagent's rejections, so they count at once
      return countRefused(event.event.type === "call.judged" ? foldState(state, event.event) : state, event);
    case "call.judged":
      return reachesWeb(event) ? { ...state, hasAskedWeb: true } : state;
    case "subagent.end": {
      const { type: _type, callId: _callId, ...end } = event;
      return { ...state, agents: [...state.agents.filter(({ agentId }) => agentId !== end.agentId), end] };
    }
    case "session.end":
      return { ...state, leftOut: event.leftOut ?? [] };
  }
}

function answered(state: OpenState, event: EventOf<"deferral.answer">): OpenState {
  const call = state.held.find(({ digest }) => digest === event.digest);
  const held = state.held.filter(({ digest }) => digest !== event.digest);
  if (call === undefined || call.files !== undefined || event.isForSession !== true || event.verdict !== "approve")
    return { ...state, held };
  const approval = { rule: call.rule, action: actionOf(call.capabilities), by: event.by };
  return { ...state, held, progressed: { ...state.progressed, standing: [...state.progressed.standing, approval] } };
}

/** The terms of a session with its settings. `named` is the model that people named last, which the fallback model may have replaced. */
export interface TermsNow extends SessionTerms, Pick<EventOf<"session.begin">, "thinking" | "toolSyntax"> {
  readonly named: string;
}

/** The terms after an event; undefined before the session began. A subagent's change of the model counts for the run. */
export function termsAfter(before: TermsNow | undefined, event: WireEvent): TermsNow | undefined {
  if (event.type === "session.begin") return { ...event, named: event.model };
  if (event.type === "subagent.event") return termsAfter(before, event.event);
  if (before === undefined) return before;
  if (event.type === "model.fallback") {
    const { model, window, prices, from: fallbackModel } = event; // the model that was replaced becomes the fallback model
    return { ...before, model, window, prices, fallbackModel };
  }
  if (event.type !== "session.resume") return before;
  const { type: _, rung: _rung, killedMs: _ms, ...given } = event;
  const { model = before.model } = given;
  const prices = event.model === undefined ? before.prices : event.prices;
  const named = model === before.model ? before.named : model;
  return { ...before, ...definedMembers(given), prices, named };
}
