/** The lines of `results.jsonl`, which say what happened to the tasks of one plan. Reads no file. */

import * as z from "zod/mini";
import { OUTCOME_NAMES, type Outcome } from "../../protocol/outcome.ts";

export const RESULT_STATES = ["done", "nothing", "waiting", "person", "limit", "infra"] as const;
export type ResultState = (typeof RESULT_STATES)[number];

/** The state after each outcome. `infra` is what the model is not to blame for. An attempt without a bundle has no outcome and is `infra` too. */
const STATES: Readonly<Record<Outcome, ResultState>> = {
  completed: "done",
  no_change: "nothing",
  deferred: "waiting",
  skipped: "person",
  rejected: "person",
  stuck: "person",
  failed: "person",
  config_error: "person",
  published_partially: "person",
  limit_steps: "limit",
  limit_time: "limit",
  limit_cost: "limit",
  limit_tokens: "limit",
  sandbox_refused: "infra",
  provider_unavailable: "infra",
  interrupted: "infra",
};

/** The state after an attempt. `verification`: result of the commands of `verify`. The outcome is null without a bundle. */
export function stateAfter(outcome: Outcome | null, verification: Verification): ResultState {
  const state = outcome === null ? "infra" : STATES[outcome];
  return verification === "red" && (state === "done" || state === "nothing") ? "person" : state;
}

const text = () => z.string();
const count = () => z.int().check(z.minimum(0));
const when = () => z.iso.datetime();

const attempt = { task: text(), key: text(), attempt: z.int().check(z.minimum(1)), at: when() };

/** A `ProcessIdentity`. */
const Process = z.object({
  pid: count(),
  host: text(),
  namespace: text(),
  boot: z.optional(text()),
  started: text(),
});

/** An attempt begins. The line is written before it can cost anything. */
const Started = z.object({
  type: z.literal("started"),
  ...attempt,
  session: z.optional(text()),
  process: z.optional(Process),
});
export type StartedLine = z.infer<typeof Started>;

const Verification = z.enum(["green", "red", "none"]);
type Verification = z.infer<typeof Verification>;

/** The attempt that began under this session ended before anything was paid. It counts as not begun. */
const Withdrawn = z.object({ type: z.literal("withdrawn"), ...attempt, session: text(), reason: text() });
export type WithdrawnLine = z.infer<typeof Withdrawn>;

/** An attempt ended. The line replaces an earlier result of the same attempt, which a resume continued. */
const Result = z.object({
  type: z.literal("result"),
  ...attempt,
  state: z.enum(RESULT_STATES),
  outcome: z.nullable(z.enum(OUTCOME_NAMES as [Outcome, ...Outcome[]])),
  reason: text(),
  /** Relative to the batch's folder; null where there is none. */
  bundle: z.nullable(text()),
  session: z.optional(text()),
  model: z.optional(text()),
  /** Cost of the whole attempt in US dollars; null where the model has no price. */
  costUsd: z.nullable(z.number().check(z.minimum(0))),
  steps: count(),
  tokens: count(),
  seconds: z.number().check(z.minimum(0)),
  verification: Verification,
  files: count(),
  /** SHA-256 of its patch; null where nothing was changed. */
  patch: z.nullable(text()),
  /** Address of the workflow run that it came from. */
  run: z.optional(text()),
});
export type ResultLine = z.infer<typeof Result>;

/** The changes of some tasks were delivered, or were not. */
const Delivered = z.object({
  type: z.literal("delivery"),
  tasks: z.array(text()),
  at: when(),
  state: z.enum(["claimed", "open", "merged", "closed", "failed", "left_out"]),
  branch: text(),
  pullRequest: z.optional(count()),
  reason: z.optional(text()),
});
export type DeliveryLine = z.infer<typeof Delivered>;

/** A person released tasks after the canary: the first `upTo` of the plan. */
const Approved = z.object({ type: z.literal("approved"), digest: text(), by: text(), at: when(), upTo: count() });
export type ApprovedLine = z.infer<typeof Approved>;

/** A person answered an action that an attempt holds. */
const Answered = z.object({
  type: z.literal("answer"),
  ...attempt,
  digest: text(),
  verdict: z.enum(["approve", "reject"]),
  paths: z.array(text()),
  /** The diff of these files, which the person was shown whole. They are published only as this diff makes them. */
  effect: z.optional(text()),
  /** Told to the model; without one a rejection ends the task. */
  why: z.optional(text()),
  by: text(),
});
export type AnswerLine = z.infer<typeof Answered>;

/** A person ticked a box of the dashboard, or asked for the same in a comment. */
const Wish = z.object({
  type: z.literal("wish"),
  task: text(),
  wish: z.enum(["retry", "open", "skip"]),
  by: text(),
  at: when(),
});
export type RequestLine = z.infer<typeof Wish>;

/** These people started a workflow run, and so asked for the attempts that begin in the lines after it. */
const Asked = z.object({
  type: z.literal("asked"),
  people: z.array(z.object({ id: z.optional(z.int()), login: text() })),
  at: when(),
});
export type AskedLine = z.infer<typeof Asked>;

export const ResultsLine = z.discriminatedUnion("type", [
  Started,
  Withdrawn,
  Result,
  Delivered,
  Approved,
  Answered,
  Wish,
  Asked,
]);
export type ResultsLine = z.infer<typeof ResultsLine>;
