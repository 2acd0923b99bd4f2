/**
 * One attempt of a task, from its line in the results to the line of its end. The line is on the disk before the process can pay
 * anything, and what a killed batch left is looked at before anything is started again.
 */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { mayRun } from "../../base/process-identity.ts";
import { unwritable } from "../results/results-file.ts";
import { describeError, type RunnerError } from "../../protocol/error.ts";
import type { LocalAnswers } from "../../run/local-answers.ts";
import type { World } from "../../run/open/request.ts";
import { newSessionId } from "../../run/run.ts";
import type { PlannedTask } from "../plan/batch-plan.ts";
import type { TaskStand } from "../results/fold.ts";
import { withRecorded } from "../results/answers.ts";
import { bundleOf, resultWithoutSession } from "../results/result-of.ts";
import type { ResultLine, ResultsLine, StartedLine, WithdrawnLine } from "../results/results-line.ts";
import {
  readLeft,
  resultOfBroken,
  resultOfEnd,
  resultOfNoSession,
  type AttemptFacts,
  type Left,
} from "./attempt-end.ts";
import { givenAnswers, NOTHING_ANSWERED } from "./held-answers.ts";
import type { Grounds } from "./grounds.ts";
import { startTask, type TaskEnd } from "./start-task.ts";
import { settingsOf, startRequest, type RequestParts } from "./task-request.ts";
import type { TaskMessage, TaskRequest } from "./task-messages.ts";

export interface AttemptParts extends RequestParts {
  readonly dir: string;
  readonly answers: LocalAnswers;
  readonly grounds: Grounds;
  readonly world: World;
  readonly clock: Clock;
  readonly append: (line: ResultsLine) => void;
  readonly onStep: (task: PlannedTask, message: TaskMessage & { type: "step" }) => void;
  /** Stops tasks with their work saved. */
  readonly now: AbortSignal;
}

export type AttemptEnd =
  | { readonly kind: "result"; readonly line: ResultLine }
  /** No result: it was stopped, waits for answers, or another process works on it. A later call goes on. */
  | { readonly kind: "left"; readonly reason?: string | undefined; readonly withdrawn?: WithdrawnLine | undefined }
  /** A later call has to begin it with money that there is not now. */
  | { readonly kind: "unfunded" }
  /** Its journal cannot be written, and so no other one. A later call goes on. */
  | { readonly kind: "unwritable"; readonly error: RunnerError; readonly line: ResultLine | WithdrawnLine | undefined }
  /** Something is wrong that every task would meet: a key, the sandbox. Where nothing was paid, a later call begins it again. */
  | { readonly kind: "refused"; readonly line: ResultLine; readonly withdrawn: WithdrawnLine | undefined };

/** Begins the next attempt of a task. `costUsd`: its slice. */
export async function beginAttempt(
  stand: TaskStand,
  attempt: number,
  costUsd: number,
  parts: AttemptParts,
): Promise<AttemptEnd> {
  const { dir, grounds } = parts;
  const { task } = stand;
  const bundleDir = join(dir, bundleOf(task, attempt));
  rmSync(bundleDir, { recursive: true, force: true }); // of a start that came to nothing
  const ground = await grounds.open(task);
  const sessionId = newSessionId();
  const request = startRequest({ task, ground, costUsd, sessionId, bundleDir }, parts);
  const named = { task, attempt, session: sessionId };
  const end = await runProcess(request, named, parts);
  if (ground.needsCopy && end.last?.type === "refused" && end.last.code === "sandbox.refused") {
    grounds.withoutCopies();
    return await beginAttempt(stand, attempt, costUsd, parts);
  }
  return endOf(named, end, parts);
}

/** Goes on with an attempt that began, or takes the result that its process could not write. */
export async function takeUpAttempt(
  stand: TaskStand,
  costUsd: number | undefined,
  parts: AttemptParts,
): Promise<AttemptEnd> {
  const { task, attempt, started, state } = stand;
  const { clock } = parts;
  const bundleDir = join(parts.dir, bundleOf(task, attempt));
  if (started?.process !== undefined && !(await isGone(started.process, parts))) {
    return { kind: "left", reason: `process ${started.process.pid} of an earlier call still works on it` };
  }
  const facts = factsOf(task, attempt, clock);
  const left = leftOf(bundleDir);
  if (left.kind === "damaged") return { kind: "result", line: { ...broken(facts, left.reason) } };
  if (left.kind === "nothing") {
    if (state === "waiting") return { kind: "left", reason: "its session is not on this machine" };
    if (costUsd === undefined) return { kind: "unfunded" };
    return await beginAttempt(stand, attempt, costUsd, parts);
  }
  if (left.kind === "ended" && left.session.state.outcome?.outcome !== "deferred") {
    return { kind: "result", line: resultOfEnd(facts, left) };
  }
  const answers =
    left.kind === "ended"
      ? givenAnswers(withRecorded(parts.answers, stand.answers), left.session.state.held)
      : NOTHING_ANSWERED;
  if (answers === undefined || typeof answers === "string") {
    return state === "waiting" ? { kind: "left", reason: answers } : { kind: "result", line: resultOfEnd(facts, left) };
  }
  // On another machine it gets a ground of its own; on this one it goes on where it was.
  const cwd = existsSync(left.workDir) ? undefined : (await parts.grounds.open(task)).cwd;
  const request: TaskRequest = {
    kind: "resume",
    settings: settingsOf(task, undefined, parts),
    cwd,
    bundleDir,
    answers,
  };
  const named = { task, attempt, session: left.sessionId };
  return endOf(named, await runProcess(request, named, parts), parts);
}

interface Named {
  readonly task: PlannedTask;
  readonly attempt: number;
  readonly session: string;
}

async function runProcess(
  request: TaskRequest,
  { task, attempt, session }: Named,
  { append, world, clock, onStep, now }: AttemptParts,
): Promise<TaskEnd> {
  const process = startTask(world, (message) => onStep(task, message));
  const started: StartedLine = {
    type: "started",
    task: task.id,
    key: task.key,
    attempt,
    at: timeNow(clock),
    session,
    process: process.identity,
  };
  now.addEventListener("abort", process.stop);
  try {
    append(started);
    process.begin(request);
    if (now.aborted) process.stop();
    return await process.ended;
  } catch (error) {
    process.kill();
    throw error;
  } finally {
    now.removeEventListener("abort", process.stop);
  }
}

function endOf({ task, attempt, session }: Named, end: TaskEnd, { dir, clock, now }: AttemptParts): AttemptEnd {
  const facts = factsOf(task, attempt, clock);
  const left = leftOf(join(dir, facts.bundle));
  const ended = (line: ResultLine): AttemptEnd => {
    if (line.outcome !== "config_error" && line.outcome !== "sandbox_refused") return { kind: "result", line };
    const isFree = line.tokens === 0 && (line.costUsd ?? 0) === 0;
    return { kind: "refused", line, withdrawn: isFree ? withdrawnOf(facts, session, line.reason) : undefined };
  };
  if (left.kind === "damaged") return { kind: "result", line: broken(facts, left.reason) };
  if (end.last?.type === "refused" && end.last.code === "session.write") {
    const error = unwritable(`The files of task ${task.id}`, dir, new Error(end.last.reason));
    if (left.kind === "nothing")
      return { kind: "unwritable", error, line: withdrawnOf(facts, session, end.last.reason) };
    const line = left.kind === "ended" ? resultOfBroken(facts, left, end) : undefined;
    return { kind: "unwritable", error, line };
  }
  if (left.kind === "ended") return ended(resultOfEnd(facts, left));
  if (now.aborted)
    return {
      kind: "left",
      withdrawn: left.kind === "nothing" ? withdrawnOf(facts, session, "It was stopped.") : undefined,
    };
  if (left.kind === "stopped" || end.last === undefined)
    return { kind: "result", line: resultOfBroken(facts, left, end) };
  return ended(resultOfNoSession(facts, end));
}

function withdrawnOf({ task, key, attempt, at }: AttemptFacts, session: string, reason: string): WithdrawnLine {
  return { type: "withdrawn", task, key, attempt, at, session, reason };
}

/** How long a process of a killed batch may take for its end: it notices at once, and saves its work. */
const GONE_WITHIN_MS = 60_000;
const LOOK_MS = 50;

async function isGone(process: NonNullable<StartedLine["process"]>, { clock, now }: AttemptParts): Promise<boolean> {
  for (let waitedMs = 0; mayRun(process); waitedMs += LOOK_MS) {
    if (waitedMs >= GONE_WITHIN_MS || now.aborted) return false;
    await clock.sleep(LOOK_MS);
  }
  return true;
}

function leftOf(dir: string): Left | { readonly kind: "damaged"; readonly reason: string } {
  try {
    return readLeft(dir);
  } catch (error) {
    return { kind: "damaged", reason: describeError(error) };
  }
}

function broken(facts: AttemptFacts, reason: string): ResultLine {
  return { ...resultWithoutSession(facts, { outcome: null, reason, costUsd: null }), bundle: facts.bundle };
}

function timeNow({ now }: Clock): string {
  return new Date(now()).toISOString();
}

function factsOf(task: PlannedTask, attempt: number, clock: Clock): AttemptFacts {
  return { task: task.id, key: task.key, attempt, at: timeNow(clock), bundle: bundleOf(task, attempt) };
}
