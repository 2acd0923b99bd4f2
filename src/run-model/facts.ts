/** The facts of a run, which comments, summary, page and outcome show. meanings.ts says which event changes which of them. */

import { isAnswer, type Decision } from "../protocol/approval.ts";
import { NO_TALLY, type Tally } from "../protocol/tally.ts";
import type { SandboxLevel } from "../protocol/cell.ts";
import type { Limits, SpendingTotals } from "../protocol/limits.ts";
import type { ModelFallback } from "../protocol/model.ts";
import type { GitHubOutput, ToolOutcome } from "../protocol/result.ts";
import type { Finding } from "../protocol/tools/finding.ts";
import type { AgentChoice } from "../protocol/subagent.ts";
import type { LineOrigins } from "../protocol/origin.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { Verification } from "../protocol/verify.ts";
import type { EventOf, Todo } from "../protocol/wire.ts";
import { NO_OBSTACLES, refusedBy, toldBy, type Obstacles } from "./obstacles.ts";
import { NOTHING_HELD, type HeldBatch } from "./held-calls.ts";

/** A decision about a call that a rule did not simply approve. */
interface CallDecision extends Pick<Decision, "rule" | "reason"> {
  /** `approve`: by a person. */
  readonly verdict: Decision["verdict"];
  readonly summary: string;
  /** The step of the main agent; undefined before the first one. */
  readonly step?: number | undefined;
}

/** A command of the model that says whether the change is good. */
interface RanCheck {
  readonly command: string;
  /** `exit 1`. */
  readonly end: string;
  /** A tool wrote a file afterwards. */
  readonly isBefore: boolean;
}

/** Calls that were rejected or failed. */
export interface Fruitless {
  readonly rejected: number;
  readonly failed: number;
}

export interface RunFacts {
  /** Another job made the records and this one cannot check them, so texts only quote these facts. */
  readonly isReported?: boolean | undefined;
  readonly begin?: EventOf<"session.begin"> | undefined;
  readonly sessionId: string;
  /** Length of the chain of runs that started this one. */
  readonly depth: number;
  readonly model: string;
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
  readonly decisions: readonly CallDecision[];
  readonly step?: number | undefined;
  readonly asked: HeldBatch;
  readonly assumptions: readonly string[];
  /** Bugs that the model reported, as title and description. */
  readonly bugs: readonly string[];
  readonly outputs: readonly GitHubOutput[];
  readonly findings: readonly Finding[];
  /** How many areas of a large change a review was shown; 1 where it is shown at once. */
  readonly areas: number;
  readonly warnings: readonly string[];
  /** Counted until something comes of a call, or a step is stopped; then undefined. */
  readonly fruitless: Fruitless | undefined;
  readonly obstacles: Obstacles;
  /** The newest round of `limits.verify`. */
  readonly verification?: Verification | undefined;
  /** The step behind each changed line; undefined where the run could not record it. */
  readonly origins?: LineOrigins | undefined;
  /** The last end of each command that tests, builds or checks, in their order. */
  readonly ran: readonly RanCheck[];
  /** Approved commands without an end yet, by the id of their call. */
  readonly running: ReadonlyMap<string, string>;
  /** Working time in all processes of the session, without the waiting for answers, and times of the first and newest record, in ms. */
  readonly worked: { readonly ms: number; readonly firstAt?: number | undefined; readonly lastAt?: number | undefined };
  readonly outcome?: OutcomeRecord | undefined;
}

export const NO_FACTS: RunFacts = {
  sessionId: "",
  depth: 0,
  model: "",
  probes: { held: 0, all: 0 },
  tally: NO_TALLY,
  todos: [],
  decisions: [],
  asked: NOTHING_HELD,
  assumptions: [],
  bugs: [],
  outputs: [],
  findings: [],
  areas: 1,
  warnings: [],
  fruitless: { rejected: 0, failed: 0 },
  obstacles: NO_OBSTACLES,
  ran: [],
  running: new Map(),
  worked: { ms: 0 },
};

/** Programs and scripts whose exit code says something about a change. */
const CHECKS =
  /(?:^|[\s;&|(/]|--)(?:tests?|pytest|jest|vitest|mocha|ava|tap|tox|nox|rspec|phpunit|ctest|check|lint|tsc|eslint|biome|oxlint|ruff|mypy|pyright|flake8|clippy|vet|build|verify|typecheck)(?=$|[\s;&|):])/;
/** Commands that are kept. */
const MAX_RAN = 10;

/** An approved call is under way, and may be a check of the model's own. */
export function withJudged(event: EventOf<"call.judged">, facts: RunFacts): Partial<RunFacts> {
  const { callId, summary, capabilities, decision } = event;
  const { verdict, rule, reason } = decision;
  const isPlain = verdict === "approve" && !isAnswer(decision);
  const told = { verdict, summary, rule, reason, step: facts.step };
  const decisions = isPlain ? facts.decisions : [...facts.decisions, told];
  const isCommand = verdict === "approve" && capabilities.some(({ kind }) => kind === "exec");
  // A command that runs does something, and so does a person who refuses a call.
  const isFruit = isCommand || isAnswer(decision);
  const fruitless = isFruit ? undefined : counting(facts.fruitless, verdict === "reject" ? "rejected" : undefined);
  const now = { decisions, fruitless, obstacles: refusedBy(facts.obstacles, event) };
  if (verdict !== "approve") return now;
  const writes = capabilities.some(({ kind }) => kind === "write");
  const ran = writes ? facts.ran.map((one) => ({ ...one, isBefore: true })) : facts.ran;
  const command = capabilities.find((capability) => capability.kind === "exec")?.command;
  const isCheck = command !== undefined && command.length <= 500 && CHECKS.test(command);
  return {
    ...now,
    doing: summary,
    ran,
    ...(isCheck ? { running: new Map([...facts.running, [callId, command]]) } : {}),
  };
}

function counting(before: RunFacts["fruitless"], one: keyof Fruitless | undefined): RunFacts["fruitless"] {
  return before && one ? { ...before, [one]: before[one] + 1 } : before;
}

/** The call could not be planned. */
export function withFailed(_event: EventOf<"call.failed">, { fruitless }: RunFacts): Partial<RunFacts> {
  return { fruitless: counting(fruitless, "failed") };
}

/** Tools with which a model only writes to itself, under all their names. */
const NOTES = /todo|think/i;

export function withEnded(event: EventOf<"tool.end">, facts: RunFacts): Partial<RunFacts> {
  const { callId, tool, isError, result } = event;
  const isNote = result.completion !== undefined || NOTES.test(tool);
  const fruitless = isError || isNote ? counting(facts.fruitless, isError ? "failed" : undefined) : undefined;
  return { fruitless, obstacles: toldBy(facts.obstacles, result.text, isError), ...withRan(callId, result, facts) };
}

function withRan(callId: string, result: ToolOutcome, facts: RunFacts): Partial<RunFacts> {
  const command = facts.running.get(callId);
  if (command === undefined) return {};
  const running = new Map([...facts.running].filter(([id]) => id !== callId));
  const lastLine = result.text.slice(result.text.lastIndexOf("\n") + 1);
  const [, end] = /\[(exit \d+|ended by \w+|killed\b)[^\]\n]*\]$/.exec(lastLine) ?? [];
  if (end === undefined) return { running };
  const others = facts.ran.filter((one) => one.command !== command);
  return { running, ran: [...others, { command, end, isBefore: false }].slice(-MAX_RAN) };
}
