/** Facts of a run for the live comment and the final texts, folded from its events. */

import { foldTally, NO_TALLY, type Tally } from "../../protocol/tally.ts";
import type { SandboxLevel } from "../../protocol/cell.ts";
import type { Limits, SpendingTotals } from "../../protocol/limits.ts";
import type { ModelFallback } from "../../protocol/model.ts";
import { reads } from "../../protocol/readers.ts";
import type { GitHubOutput } from "../../protocol/result.ts";
import { areaIn, type Finding } from "../../protocol/tools/finding.ts";
import type { AgentChoice } from "../../protocol/subagent.ts";
import type { OutcomeRecord } from "../../protocol/outcome.ts";
import type { EventOf, JournalRecord, Todo, WireEvent } from "../../protocol/wire.ts";
import { foldHeldBatch, NOTHING_HELD, type HeldBatch } from "./held-calls.ts";

/** A rejected or held call. */
interface Objection {
  readonly verdict: "reject" | "defer";
  readonly summary: string;
  readonly rule: string;
  readonly reason?: string | undefined;
}

/** A command of the model that says whether the change is good. */
interface RanCheck {
  readonly command: string;
  /** `exit 1`. */
  readonly end: string;
  /** A tool wrote a file afterwards. */
  readonly isBefore: boolean;
}

export interface RunFacts {
  /** Another job made the records and this one cannot check them, so texts only quote these facts. */
  readonly isReported?: boolean | undefined;
  readonly sessionId: string;
  /** Length of the chain of runs that started this one. */
  readonly depth: number;
  readonly model: string;
  /** The newest change of the model. */
  readonly fallback?: ModelFallback | undefined;
  /** The chosen agent, or the current mode. */
  readonly choice?: AgentChoice | undefined;
  readonly limits?: Limits | undefined;
  readonly level?: SandboxLevel | undefined;
  readonly probes: { readonly held: number; readonly all: number };
  readonly tally: Tally;
  /** The cost of all runs that share a limit; known at the end. */
  readonly totals?: SpendingTotals | undefined;
  readonly todos: readonly Todo[];
  /** Summary of the last approved call. */
  readonly doing?: string | undefined;
  readonly objections: readonly Objection[];
  readonly asked: HeldBatch;
  readonly assumptions: readonly string[];
  /** Faults that the model reports. */
  readonly bugs: readonly string[];
  /** Outputs on GitHub that the run asked for. */
  readonly outputs: readonly GitHubOutput[];
  /** What a review found. */
  readonly findings: readonly Finding[];
  /** How many areas of a large change a review was shown; 1 where it is shown at once. */
  readonly areas: number;
  readonly warnings: readonly string[];
  /** The last end of each command that tests, builds or checks, in their order. */
  readonly ran: readonly RanCheck[];
  /** Approved commands without an end yet, by the id of their call. */
  readonly running: ReadonlyMap<string, string>;
  /** Working time in all processes of the session, without the waiting for answers. `lastAt`: time of the newest record, in ms. */
  readonly worked: { readonly ms: number; readonly lastAt?: number | undefined };
  /** Set once the run has ended. */
  readonly outcome?: OutcomeRecord | undefined;
}

export const NO_FACTS: RunFacts = {
  sessionId: "",
  depth: 0,
  model: "",
  probes: { held: 0, all: 0 },
  tally: NO_TALLY,
  todos: [],
  objections: [],
  asked: NOTHING_HELD,
  assumptions: [],
  bugs: [],
  outputs: [],
  findings: [],
  areas: 1,
  warnings: [],
  ran: [],
  running: new Map(),
  worked: { ms: 0 },
};

/** A record of the journal, or an event without a time. */
type FactRecord = Pick<JournalRecord, "event"> & Partial<Pick<JournalRecord, "time">>;

/** The facts after one more record. Returns the same object when no fact changes. */
export function foldRecord(facts: RunFacts, { event, time }: FactRecord): RunFacts {
  const asked = foldHeldBatch(facts.asked, event, time);
  const tally = foldTally(facts.tally, event);
  const isSame = asked === facts.asked && tally === facts.tally;
  const worked = workedTo(facts.worked, event, time);
  const isAt = isSame && worked === facts.worked;
  return foldEvent(isAt ? facts : { ...facts, asked, tally, worked }, event);
}

/** A resume begins to count anew, because the time before it was waiting. */
function workedTo({ ms, lastAt }: RunFacts["worked"], event: WireEvent, time: string | undefined): RunFacts["worked"] {
  const at = time === undefined ? Number.NaN : Date.parse(time);
  if (Number.isNaN(at)) return { ms, lastAt };
  const isBegin = event.type === "session.begin" || event.type === "session.resume";
  return { ms: isBegin || lastAt === undefined ? ms : ms + Math.max(0, at - lastAt), lastAt: at };
}

function foldEvent(facts: RunFacts, event: WireEvent): RunFacts {
  if (!reads("facts", event)) return facts;
  switch (event.type) {
    case "session.begin": {
      const { sessionId, model, choice, limits, origin } = event;
      return { ...facts, sessionId, depth: origin?.depth ?? 0, model, choice, limits };
    }
    case "mode.switch":
      return { ...facts, choice: { kind: "mode", name: event.to } };
    case "session.resume":
      return { ...facts, level: event.rung, outcome: undefined };
    case "cell.open": {
      const held = event.probes.filter((probe) => probe.held).length;
      return { ...facts, level: event.rung, probes: { held, all: event.probes.length } };
    }
    case "subagent.event": // a subagent's refused calls count for the run
      return event.event.type === "call.judged" ||
        event.event.type === "tool.end" ||
        event.event.type === "model.fallback"
        ? foldEvent(facts, event.event)
        : facts;
    case "model.fallback":
      return { ...facts, fallback: event };
    case "call.judged": {
      const { verdict, rule, reason } = event.decision;
      if (verdict === "approve") return { ...withStarted(facts, event), doing: event.summary };
      const objection = { verdict, summary: event.summary, rule, reason };
      return { ...facts, objections: [...facts.objections, objection] };
    }
    case "tool.end":
      return withEnded(facts, event);
    case "todo.update":
      return { ...facts, todos: event.todos };
    case "assumption.made":
      return { ...facts, assumptions: [...facts.assumptions, event.question] };
    case "bug.report":
      return { ...facts, bugs: [...facts.bugs, `${event.title}: ${event.description}`] };
    case "output.asked":
      return { ...facts, outputs: [...facts.outputs, event.output] };
    case "context.append":
      return { ...facts, areas: areaIn(event.messages) ?? facts.areas };
    case "finding.reported":
      return { ...facts, findings: [...facts.findings, event.finding] };
    case "warning":
      return { ...facts, warnings: [...facts.warnings, event.text] };
    case "session.end": {
      const { type: _type, ...outcome } = event;
      return { ...facts, outcome };
    }
  }
}

/** Programs and scripts whose exit code says something about a change. */
const CHECKS =
  /(?:^|[\s;&|(/]|--)(?:tests?|pytest|jest|vitest|mocha|ava|tap|tox|nox|rspec|phpunit|ctest|check|lint|tsc|eslint|biome|oxlint|ruff|mypy|pyright|flake8|clippy|vet|build|verify|typecheck)(?=$|[\s;&|):])/;
/** Commands that are kept. */
const MAX_RAN = 10;

function withStarted(facts: RunFacts, { callId, capabilities }: EventOf<"call.judged">): RunFacts {
  const writes = capabilities.some(({ kind }) => kind === "write");
  const ran = writes ? facts.ran.map((one) => ({ ...one, isBefore: true })) : facts.ran;
  const command = capabilities.find((capability) => capability.kind === "exec")?.command;
  if (command === undefined || command.length > 500 || !CHECKS.test(command)) return { ...facts, ran };
  return { ...facts, ran, running: new Map([...facts.running, [callId, command]]) };
}

function withEnded(facts: RunFacts, { callId, result }: EventOf<"tool.end">): RunFacts {
  const command = facts.running.get(callId);
  if (command === undefined) return facts;
  const running = new Map([...facts.running].filter(([id]) => id !== callId));
  const [, end] = /\[(exit \d+|ended by \w+|killed\b)[^\]\n]*\]$/.exec(result.text) ?? [];
  if (end === undefined) return { ...facts, running };
  const others = facts.ran.filter((one) => one.command !== command);
  return { ...facts, running, ran: [...others, { command, end, isBefore: false }].slice(-MAX_RAN) };
}
