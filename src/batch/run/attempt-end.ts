/** What an attempt left in its bundle → its result. The journal says it: a process that was killed wrote nothing else. */

import { existsSync } from "node:fs";
import { readSession, type StoredSession } from "../../run/open/session.ts";
import { openBundle } from "../../session/bundle.ts";
import { resultOfSession, resultWithoutSession, type AttemptName } from "../results/result-of.ts";
import type { ResultLine } from "../results/results-line.ts";
import type { TaskEnd } from "./start-task.ts";

/** `nothing`: no session, or one that has not got its task, so nothing was paid. `stopped`: a resume goes on with it. */
export type Left =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "stopped" | "ended";
      readonly session: StoredSession;
      readonly sessionId: string;
      readonly workDir: string;
    };

/** Reads a bundle of a batch. Throws `session.corrupt` for one that cannot go on. */
export function readLeft(dir: string): Left {
  if (!existsSync(dir)) return { kind: "nothing" };
  const bundle = openBundleOrNone(dir);
  if (bundle === undefined) return { kind: "nothing" };
  const session = readSession(bundle);
  const { begin, outcome } = session.state;
  if (begin === undefined || (!session.hasTask && outcome === undefined)) return { kind: "nothing" };
  const isOver = outcome !== undefined && outcome.outcome !== "interrupted";
  return { kind: isOver ? "ended" : "stopped", session, sessionId: begin.sessionId, workDir: begin.workDir };
}

function openBundleOrNone(dir: string): ReturnType<typeof openBundle> | undefined {
  return existsSync(`${dir}/journal.jsonl`) ? openBundle(dir) : undefined;
}

export interface AttemptFacts extends AttemptName {
  /** Relative to the batch's folder. */
  readonly bundle: string;
}

/** The result of an attempt whose session ended. */
export function resultOfEnd(
  facts: AttemptFacts,
  { session, sessionId }: Exclude<Left, { kind: "nothing" }>,
): ResultLine {
  const { state, model, usedMs } = session;
  const { outcome, spent, verification } = state;
  const { bundle } = facts;
  return resultOfSession(facts, { sessionId, model: model?.model, outcome, spent, verification, ms: usedMs, bundle });
}

/** The result of an attempt that has no session: its run was refused, or its process died before it had one. */
export function resultOfNoSession(facts: AttemptFacts, { last, how, said }: TaskEnd): ResultLine {
  const refused = last?.type === "refused" ? last : undefined;
  const reason = refused?.reason ?? `The process of the task died: ${how}. ${said}`;
  return resultWithoutSession(facts, { outcome: refused?.outcome ?? null, reason, costUsd: 0 });
}

/** The result of an attempt whose session cannot go on, or whose process died in it. What it cost counts. */
export function resultOfBroken(facts: AttemptFacts, left: Left, end: TaskEnd): ResultLine {
  const without = resultOfNoSession(facts, end);
  const refused = { ...without, state: "infra", outcome: null } as const;
  if (left.kind === "nothing") return refused;
  return { ...resultOfEnd(facts, left), state: "infra", outcome: null, reason: without.reason };
}
