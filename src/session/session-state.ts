/** The state of a session as a fold over its journal: its counters, settings and open questions. A resume starts from it. */

import { foldTally, NO_TALLY } from "../protocol/tally.ts";
import { NO_ANSWERS, actionOf } from "../protocol/approval.ts";
import type { McpServerFact } from "../protocol/mcp.ts";
import type { ModelFallback } from "../protocol/model.ts";
import { reads } from "../protocol/readers.ts";
import type { GitHubOutput } from "../protocol/result.ts";
import { areaIn, type Finding } from "../protocol/tools/finding.ts";
import type { Progressed, Spent } from "../protocol/turn.ts";
import type { AgentDefinition, AgentEnd } from "../protocol/subagent.ts";
import type { Verification } from "../protocol/verify.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { EventOf, HeldCall, Todo, WireEvent } from "../protocol/wire.ts";
import { foldChange, type ChangeState } from "./answered-versions.ts";
import { closedSteps, foldUnfinished } from "./unfinished.ts";
import { countRefused, foldUntold, NOTHING_UNTOLD, reachesWeb, type Untold } from "./untold.ts";

/** What the model knows of a file. Only the newest fact of each path is kept. */
export type SeenFact = EventOf<"file.seen">;

export interface SessionState extends ChangeState {
  readonly begin: EventOf<"session.begin"> | undefined;
  readonly system: string;
  readonly spent: Spent;
  readonly progressed: Omit<Progressed, "failure" | "firstTree">;
  /** The newest round of `limits.verify`. */
  readonly verification?: Verification | undefined;
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
  readonly todos: readonly Todo[];
  /** Trees in the order in which they were taken; the first is the workspace at the start. */
  readonly snapshots: readonly string[];
  /** The start commit's tree with the session's change at the newest snapshot, also that of a subagent. */
  readonly ownTree: string | undefined;
  /** One fact for each file, the newest last. */
  readonly seen: readonly SeenFact[];
  /** What publishing will do on GitHub, in order. */
  readonly outputs: readonly GitHubOutput[];
  readonly findings: readonly Finding[];
  /** How many areas of a large change a review was shown; 0 where it is shown at once. */
  readonly areas: number;
  readonly held: readonly HeldCall[];
  /** MCP servers, as they were when the session began or was resumed last. */
  readonly mcp?: readonly McpServerFact[] | undefined;
  /** Requests have one line for each tool of an MCP server, and no schemas. */
  readonly isMcpOnDemand?: true | undefined;
  readonly outcome: OutcomeRecord | undefined;
  /** The newest change to the fallback model. */
  readonly fallback?: ModelFallback | undefined;
  /** Files that are not in the patch of the newest end. */
  readonly leftOut: readonly string[];
}

/** The state without the lists that grow with the journal, so that an event costs the same at its end as at its beginning. */
type Facts = Omit<SessionState, "snapshots" | "ownTree" | "seen">;

const NO_FACTS: Facts = {
  begin: undefined,
  system: "",
  spent: { ...NO_TALLY, denials: 0, pressed: [] },
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
  todos: [],
  outputs: [],
  findings: [],
  areas: 0,
  held: [],
  answered: NO_ANSWERS,
  outcome: undefined,
  leftOut: [],
};

export const EMPTY_STATE: SessionState = { ...NO_FACTS, snapshots: [], ownTree: undefined, seen: [] };

/** Creates an empty fold. Give it every event, in order. */
export function createStateFold() {
  let facts = NO_FACTS;
  const snapshots: string[] = [];
  let ownTree: string | undefined;
  const seen = new Map<string, SeenFact>();
  let current: SessionState | undefined;
  return {
    apply: (event: WireEvent): void => {
      current = undefined;
      if (event.type === "workspace.snapshot") {
        snapshots.push(event.tree);
        ownTree = event.own ?? event.tree;
      } else if (event.type === "file.seen") {
        seen.delete(event.path); // so that the newest fact comes last
        seen.set(event.path, event);
      } else {
        if (event.type === "subagent.event" && event.event.type === "workspace.snapshot")
          ownTree = event.event.own ?? event.event.tree;
        facts = foldOpen(foldTold(foldSpent(foldFacts(foldChange(facts, event), event), event), event), event);
      }
    },
    /** The state after all events so far. Later events do not change a returned state. */
    state: (): SessionState => (current ??= { ...facts, snapshots: [...snapshots], ownTree, seen: [...seen.values()] }),
  };
}

export function stateOf(events: Iterable<WireEvent>): SessionState {
  const fold = createStateFold();
  for (const event of events) fold.apply(event);
  return fold.state();
}

function foldSpent(state: Facts, event: WireEvent): Facts {
  const spent = foldTally(state.spent, event);
  return spent === state.spent ? state : { ...state, spent };
}

function foldOpen(state: Facts, event: WireEvent): Facts {
  const unfinished = foldUnfinished(state.progressed.unfinished, event);
  if (unfinished === state.progressed.unfinished) return state;
  return { ...state, progressed: { ...state.progressed, unfinished } };
}

/** The next message tells the model what was untold, which counts from then on. */
function foldTold(state: Facts, event: WireEvent): Facts {
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

function foldFacts(state: Facts, event: Exclude<WireEvent, EventOf<"workspace.snapshot" | "file.seen">>): Facts {
  if (!reads("state", event)) return state;
  switch (event.type) {
    case "session.begin":
      return { ...state, begin: event };
    case "session.resume": {
      const held = state.held.filter(({ files }) => files === undefined);
      const progressed = { ...state.progressed, steps: closedSteps(state.progressed) };
      return { ...state, outcome: undefined, background: [], held, progressed };
    }
    case "background.start":
      return { ...state, background: [...state.background, event.id] };
    case "mcp.end":
      return { ...state, mcp: event.servers, isMcpOnDemand: event.isOnDemand };
    case "context.system":
      return { ...state, system: event.text };
    case "step.begin":
      return { ...state, progressed: { ...state.progressed, steps: event.step } };
    case "todo.update":
      return { ...state, todos: event.todos };
    case "output.asked":
      return { ...state, outputs: [...state.outputs, event.output] };
    case "finding.reported":
      return { ...state, findings: [...state.findings, event.finding] };
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
    case "verify.end":
      return { ...state, verification: { rounds: event.round, passed: event.passed, results: event.results } };
    case "flow.begin":
      return { ...state, progressed: { ...state.progressed, flow: { name: event.name, node: event.node, moves: 0 } } };
    case "flow.move":
      return { ...state, progressed: movedTo(state.progressed, event) };
    case "flow.end":
      return { ...state, progressed: { ...state.progressed, flow: undefined } };
    case "subagent.define":
      return { ...state, defined: [...state.defined.filter(({ name }) => name !== event.name), definitionOf(event)] };
    case "subagent.begin":
      return begun(state, event);
    case "context.append": {
      const areas = areaIn(event.messages) ?? state.areas;
      if (state.working.size === 0 && areas === state.areas) return state;
      return { ...state, areas, working: new Map() };
    }
    case "model.fallback": {
      const { type: _type, ...fallback } = event;
      return { ...state, fallback };
    }
    case "subagent.event": // the main agent is not told of a subagent's rejections, so they count at once
      if (event.event.type === "model.fallback") return foldFacts(state, event.event);
      return countRefused(event.event.type === "call.judged" ? foldFacts(state, event.event) : state, event);
    case "call.judged":
      return reachesWeb(event) ? { ...state, hasAskedWeb: true } : state;
    case "subagent.end": {
      const { type: _type, callId: _callId, ...end } = event;
      return { ...state, agents: [...state.agents.filter(({ agentId }) => agentId !== end.agentId), end] };
    }
    case "session.end": {
      const { type: _type, ...outcome } = event;
      return { ...state, outcome, leftOut: outcome.leftOut ?? [] };
    }
  }
}

function answered(state: Facts, event: EventOf<"deferral.answer">): Facts {
  const call = state.held.find(({ digest }) => digest === event.digest);
  const held = state.held.filter(({ digest }) => digest !== event.digest);
  if (call === undefined || call.files !== undefined || event.isForSession !== true || event.verdict !== "approve")
    return { ...state, held };
  const approval = { rule: call.rule, action: actionOf(call.capabilities), by: event.by };
  return { ...state, held, progressed: { ...state.progressed, standing: [...state.progressed.standing, approval] } };
}

function begun(state: Facts, { callId, agentId, agent }: EventOf<"subagent.begin">): Facts {
  const started = new Map([...state.started, [agentId, agent]]);
  return { ...state, started, working: new Map([...state.working, [callId, agentId]]) };
}

function movedTo(progressed: Facts["progressed"], { to, moves }: EventOf<"flow.move">): Facts["progressed"] {
  return { ...progressed, flow: { name: progressed.flow?.name ?? "", node: to, moves } };
}

function definitionOf({ type: _type, ...definition }: EventOf<"subagent.define">): AgentDefinition {
  return definition;
}
