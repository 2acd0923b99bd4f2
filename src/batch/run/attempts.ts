/** One attempt of a task. The line of its beginning is in the results before its process can pay anything, and that of its end after it. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { mayRun } from "../../base/process-identity.ts";
import { describeError, type RunnerError } from "../../protocol/error.ts";
import type { LocalAnswers } from "../../run/local-answers.ts";
import type { World, RunSettings } from "../../run/open/request.ts";
import { newSessionId } from "../../run/run.ts";
import type { PlannedTask, BatchPlan } from "../plan/batch-plan.ts";
import type { TaskState } from "../results/fold.ts";
import { bundleOf, resultWithoutSession, type AttemptName } from "../results/result-of.ts";
import { unwritable } from "../results/results-file.ts";
import type { ResultLine, ResultsLine, StartedLine, WithdrawnLine } from "../results/results-line.ts";
import { readAttempt, resultOfBroken, resultOfEnd, resultOfNoSession, type AttemptBundle } from "./attempt-end.ts";
import { answersFor, NOTHING_ANSWERED } from "./held-answers.ts";
import type { TaskFolders } from "./task-folders.ts";
import { startTask, type TaskEnd } from "./start-task.ts";
import type { StepMessage, TaskRequest } from "./task-messages.ts";

export interface AttemptParts {
  readonly plan: BatchPlan;
  /** The settings that all tasks share. */
  readonly settings: RunSettings;
  readonly dir: string;
  readonly answers: LocalAnswers;
  readonly folders: TaskFolders;
  readonly world: World;
  readonly clock: Clock;
  readonly append: (line: ResultsLine) => void;
  readonly onStep: (task: PlannedTask, message: StepMessage) => void;
  /** Stops the tasks under way. Their work is saved. */
  readonly now: AbortSignal;
}

export type AttemptEnd =
  | { readonly kind: "result"; readonly line: ResultLine }
  /** The commit that it begins at is not there, which says nothing about other tasks. */
  | { readonly kind: "missing"; readonly line: ResultLine }
  /** There is no result: it was stopped, it waits for answers, or another process works on it. A later call goes on. */
  | { readonly kind: "left"; readonly reason?: string | undefined; readonly withdrawn?: WithdrawnLine | undefined }
  /** There is too little money to begin it. A later call does. */
  | { readonly kind: "unfunded" }
  /** Its journal cannot be written, and so no other journal can. A later call goes on. */
  | { readonly kind: "unwritable"; readonly error: RunnerError; readonly line: ResultLine | WithdrawnLine | undefined }
  /** Something is wrong that would stop every task, such as a key or the sandbox. Where nothing was paid, a later call begins it again. */
  | { readonly kind: "refused"; readonly line: ResultLine; readonly withdrawn: WithdrawnLine | undefined };

/** Begins the next attempt of a task. `costUsd`: the money that it gets. */
export async function beginAttempt(
  taskState: TaskState,
  attempt: number,
  costUsd: number,
  parts: AttemptParts,
): Promise<AttemptEnd> {
  const { dir, folders, plan } = parts;
  const { task } = taskState;
  const bundleDir = join(dir, bundleOf(task.id, attempt));
  rmSync(bundleDir, { recursive: true, force: true }); // left by a start that failed
  const folder = await folders.open(task);
  if (typeof folder === "string") {
    const name = nameOf(task, attempt, parts.clock);
    return { kind: "missing", line: resultWithoutSession(name, { outcome: null, reason: folder, costUsd: 0 }) };
  }
  const sessionId = newSessionId();
  const settings = settingsOf(task, costUsd, parts);
  const request: TaskRequest = {
    kind: "start",
    settings: { ...settings, workbench: { ...settings.workbench, ...folder } },
    bundleDir,
    prompt: task.prompt,
    checks: task.verify,
    sessionId,
    trusted: plan.base,
    policyDigest: plan.policyDigest,
  };
  const named = { task, attempt, session: sessionId };
  const end = await runProcess(request, named, parts);
  if (folder.needsCopy && end.last?.type === "refused" && end.last.code === "sandbox.refused") {
    folders.withoutCopies();
    return await beginAttempt(taskState, attempt, costUsd, parts);
  }
  return endOf(named, end, parts);
}

/** Goes on with an attempt that began, or makes the result that its process could not write. */
export async function takeUpAttempt(
  taskState: TaskState,
  costUsd: number | undefined,
  parts: AttemptParts,
): Promise<AttemptEnd> {
  const { task, attempt, started, state } = taskState;
  const { clock } = parts;
  const bundleDir = join(parts.dir, bundleOf(task.id, attempt));
  if (started?.process !== undefined && !(await isGone(started.process, parts))) {
    return { kind: "left", reason: `process ${started.process.pid} of an earlier command is still working on it` };
  }
  const name = nameOf(task, attempt, clock);
  const left = leftIn(bundleDir);
  if (left.kind === "damaged") return { kind: "result", line: damaged(name, left.reason) };
  if (left.kind === "nothing") {
    if (state === "waiting") return { kind: "left", reason: "its session is not on this machine" };
    if (costUsd === undefined) return { kind: "unfunded" };
    return await beginAttempt(taskState, attempt, costUsd, parts);
  }
  if (left.kind === "ended" && left.session.state.outcome?.outcome !== "deferred") {
    return { kind: "result", line: resultOfEnd(name, left) };
  }
  const answers =
    left.kind === "ended" ? answersFor(parts.answers, taskState.answers, left.session.state.held) : NOTHING_ANSWERED;
  if (answers === undefined || typeof answers === "string") {
    return state === "waiting" ? { kind: "left", reason: answers } : { kind: "result", line: resultOfEnd(name, left) };
  }
  // On the same machine it goes on where it worked. On another machine it gets a new work tree.
  const folder = existsSync(left.workDir) ? undefined : await parts.folders.open(task);
  if (typeof folder === "string") {
    if (state === "waiting") return { kind: "left", reason: folder };
    return { kind: "missing", line: { ...resultOfEnd(name, left), state: "infra", outcome: null, reason: folder } };
  }
  const request: TaskRequest = {
    kind: "resume",
    settings: settingsOf(task, undefined, parts),
    cwd: folder?.cwd,
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
  const name = nameOf(task, attempt, clock);
  const started: StartedLine = { ...name, type: "started", session, process: process.identity };
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
  const name = nameOf(task, attempt, clock);
  const left = leftIn(join(dir, bundleOf(task.id, attempt)));
  const withdrawn = (reason: string): WithdrawnLine => ({ ...name, type: "withdrawn", session, reason });
  const ended = (line: ResultLine): AttemptEnd => {
    if (line.outcome !== "config_error" && line.outcome !== "sandbox_refused") return { kind: "result", line };
    const isFree = line.tokens === 0 && (line.costUsd ?? 0) === 0;
    return { kind: "refused", line, withdrawn: isFree ? withdrawn(line.reason) : undefined };
  };
  if (left.kind === "damaged") return { kind: "result", line: damaged(name, left.reason) };
  if (end.last?.type === "refused" && end.last.code === "session.write") {
    const { reason } = end.last;
    const error = unwritable(`The files of task ${task.id}`, dir, new Error(reason));
    if (left.kind === "nothing") return { kind: "unwritable", error, line: withdrawn(reason) };
    return { kind: "unwritable", error, line: left.kind === "ended" ? resultOfBroken(name, left, end) : undefined };
  }
  if (left.kind === "ended") return ended(resultOfEnd(name, left));
  if (now.aborted)
    return { kind: "left", withdrawn: left.kind === "nothing" ? withdrawn("It was stopped.") : undefined };
  if (left.kind === "stopped" || end.last === undefined)
    return { kind: "result", line: resultOfBroken(name, left, end) };
  return ended(resultOfNoSession(name, end));
}

/** How long a task of a killed batch may take to end. It notices the end of the batch at once, and saves its work. */
const GONE_WITHIN_MS = 60_000;
const LOOK_MS = 50;

async function isGone(process: NonNullable<StartedLine["process"]>, { clock, now }: AttemptParts): Promise<boolean> {
  for (let waitedMs = 0; mayRun(process); waitedMs += LOOK_MS) {
    if (waitedMs >= GONE_WITHIN_MS || now.aborted) return false;
    await clock.sleep(LOOK_MS);
  }
  return true;
}

function leftIn(dir: string): AttemptBundle | { readonly kind: "damaged"; readonly reason: string } {
  try {
    return readAttempt(dir);
  } catch (error) {
    return { kind: "damaged", reason: describeError(error) };
  }
}

/** The result of an attempt whose bundle is there and cannot be read. */
function damaged(name: AttemptName, reason: string): ResultLine {
  const bundle = bundleOf(name.task, name.attempt);
  return { ...resultWithoutSession(name, { outcome: null, reason, costUsd: null }), bundle };
}

function nameOf({ id, key }: PlannedTask, attempt: number, { now }: Clock): AttemptName {
  return { task: id, key, attempt, at: new Date(now()).toISOString() };
}

/** The settings of a task's run, with the lower limit of plan and command line. A resume keeps the session's own limit of money: `costUsd` is undefined. */
function settingsOf(
  { model }: PlannedTask,
  costUsd: number | undefined,
  { plan: { limits }, settings }: Pick<AttemptParts, "plan" | "settings">,
): RunSettings {
  const own = settings.limits;
  const least = (planned: number | undefined, asked: number | undefined): number | undefined =>
    planned === undefined ? asked : Math.min(planned, asked ?? planned);
  return {
    ...settings,
    model: { ...settings.model, name: model ?? settings.model.name },
    limits: {
      ...own,
      minutes: least(limits.minutes, own.minutes),
      steps: least(limits.steps, own.steps),
      costUsd,
    },
    keepsCheckout: true,
    output: "text",
  };
}
