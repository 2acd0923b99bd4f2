/**
 * One run from request to outcome, and the way back into a stopped one. The only place that knows every part; what goes
 * wrong anywhere becomes one outcome here.
 */

import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../base/clock.ts";
import { VERSION } from "../base/version.ts";
import { createRedact, type Redact } from "../base/redact.ts";
import { createBudget } from "../engine/budget.ts";
import { runPrompt, type Prompt } from "../engine/prompt.ts";
import { failureDigest } from "../engine/verify.ts";
import type { Limits } from "../protocol/limits.ts";
import type { ChatModel } from "../protocol/model.ts";
import { exitCode, type TurnStop } from "../protocol/outcome.ts";
import type { RequestIdentity, Turn } from "../protocol/turn.ts";
import type { HeldCall, OutcomeRecord, Sink } from "../protocol/wire.ts";
import { createBlobStore, createBundle, type Bundle } from "../session/bundle.ts";
import { carryOver } from "./carry-over.ts";
import type { Driver } from "./driver.ts";
import { finishRun, type TurnEnd } from "./finish.ts";
import { requireRoom } from "./history.ts";
import { createHooks, withSessionHooks } from "./hooks.ts";
import { createInbox } from "./inbox.ts";
import { effectiveLimits, requirePrice } from "./limits.ts";
import { loadModel } from "./model.ts";
import { requireOutside } from "./outside.ts";
import type { RunRequest, World } from "./request.ts";
import { secretsOf } from "./secrets.ts";
import { openSession, type Session } from "./session.ts";
import type { Stopper } from "./stopper.ts";
import { systemPromptOf } from "./system-prompt.ts";
import { createVerifier } from "./verifier.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";
import { createWorkspace } from "./workspace.ts";

export interface RunEnd {
  readonly outcome: OutcomeRecord;
  readonly exitCode: number;
  readonly bundle: Bundle;
  readonly sessionId: string;
  /** What waits for an answer, when the outcome is `deferred`. */
  readonly held: readonly HeldCall[];
}

/** What the caller does along the way. */
export interface RunHooks {
  /** Further views of the events. */
  readonly sinks?: readonly Sink[];
  /** Gives further prompts and steers them; without one the run ends with its first prompt. */
  readonly driver?: Driver | undefined;
  /** Called once the bundle is written, while git is still open; its outcome is the run's. Must not reject. */
  readonly deliver?: (finished: FinishedRun) => Promise<Delivered>;
}

/** What became of the run once people have it. */
type Delivered = Pick<OutcomeRecord, "outcome" | "reason">;

export interface FinishedRun {
  readonly outcome: OutcomeRecord;
  readonly bundle: Bundle;
  readonly bench: Workbench;
  readonly redact: Redact;
  /** Wall time at which this process took the session up, ms since the epoch. */
  readonly beganAt: number;
}

/**
 * Starts a session and runs it to its end. Throws `RunnerError` only for what is wrong before there is one: configuration,
 * policy, sandbox.
 */
export async function startRun(
  request: RunRequest,
  world: World,
  stopper: Stopper,
  hooks: RunHooks = {},
): Promise<RunEnd> {
  const opening = openWorkbench({ ...request, world }); // first: it starts the cell, which all else overlaps
  opening.catch(() => {}); // awaited below
  await nextTurn(); // the cell has its first message now; loading an SDK would hold it up for 30 ms
  const model = loadModel(request, world);
  model.catch(() => {}); // awaited below; an error of the checkout is the better one to report first
  const bench = await opening;
  try {
    const limits = effectiveLimits(bench.policy.limits, request.limits);
    const chat = (await model)(limits);
    requirePrice(chat, limits);
    const { history = [] } = request;
    requireRoom(history, chat);
    const sessionId = newSessionId();
    const bundle = placeBundle(request.bundleDir ?? defaultBundleDir(world, sessionId), bench.repository.root);
    const redact = createRedact({ ...secretsOf(world.env, request.apiKey), ...request.secrets });
    const session = openSession({ bundle, world, redact, output: request.output, sinks: hooks.sinks });
    await session.emit({
      type: "session.begin",
      sessionId,
      program: `kimi-runner ${VERSION}`,
      task: request.prompt,
      model: chat.name,
      window: chat.window,
      agent: "default",
      workDir: bench.repository.root,
      baseCommit: bench.trustedCommit,
      headCommit: bench.repository.headCommit,
      readOnly: request.readOnly === true,
      policyDigest: bench.policy.digest,
      limits,
    });
    await session.emit({ type: "cell.open", rung: bench.cell.rung, probes: bench.cell.probes });
    await session.emit({ type: "context.system", text: await systemPromptOf(bench, systemClock) });
    if (history.length > 0) await session.context.append(...history);
    const text = request.context === undefined ? request.prompt : `${request.prompt}\n\n${request.context}`;
    return await runToEnd({ kind: "text", text }, { bench, chat, session, limits, stopper, hooks });
  } finally {
    await bench.close();
  }
}

function placeBundle(dir: string, root: string): Bundle {
  const hint = "Name a folder outside the repository with --bundle.";
  requireOutside({ what: "The bundle", dir, root, hint });
  return createBundle(dir);
}

export interface RunParts {
  readonly bench: Workbench;
  readonly chat: ChatModel;
  readonly session: Session;
  readonly limits: Limits;
  readonly stopper: Stopper;
  readonly hooks: RunHooks;
}

/** The turn and what follows from it. Shared by a new session and one that goes on. */
export async function runToEnd(prompt: Prompt, parts: RunParts): Promise<RunEnd> {
  const { session, bench, stopper, limits, hooks } = parts;
  const { bundle, redact } = session;
  const beganAt = systemClock.now();
  stopper.limitTime(limits.minutes, 0);
  bench.onWarning((text) => void session.emit({ type: "warning", text }).catch(() => {})); // a journal that fails says so at the next event
  const end = await turnOf(prompt, parts);
  const finished = await finishRun({ session, bench, end });
  const delivered = await hooks.deliver?.({ outcome: finished, bundle, bench, redact, beganAt });
  const outcome = { ...finished, ...delivered };
  return {
    outcome,
    exitCode: exitCode(outcome.outcome, stopper.stoppedBy()),
    bundle,
    sessionId: identityOf(session, bench).sessionId,
    held: session.state().held,
  };
}

async function turnOf(prompt: Prompt, parts: RunParts): Promise<TurnEnd> {
  const { bench, session, stopper, hooks } = parts;
  const { context } = session;
  const { signal } = stopper;
  try {
    const assemble = await assembleTurn(parts);
    const first = (turnSignal: AbortSignal): Promise<TurnStop> => runPrompt(prompt, assemble(turnSignal));
    const next = (text: string, turnSignal: AbortSignal): Promise<TurnStop> =>
      runPrompt({ kind: "text", text }, assemble(turnSignal));
    const source = prompt.kind === "resume" ? "resume" : "startup";
    const work = async (): Promise<TurnStop> =>
      hooks.driver?.drive({ first, next, context, signal, redact: session.redact }) ?? first(signal);
    return { stop: await withSessionHooks(createHooks({ bench, session, signal }), source, work) };
  } catch (error) {
    return { error };
  }
}

/** What every prompt of the run works with; each gets a turn of its own, which starts where the session stands then. */
async function assembleTurn({ bench, chat, session, limits, hooks }: RunParts): Promise<(signal: AbortSignal) => Turn> {
  const { createToolbox } = await import("./toolbox.ts");
  const { createBackgroundNotices } = await import("../tools/background-notices.ts");
  const { cell, git, policy, repository } = bench;
  const { begin, seen, spent } = session.state();
  const readOnly = begin?.readOnly === true;
  const parts = {
    model: chat,
    ...createToolbox({ cell, policy, workDir: repository.root, seen, readOnly }),
    context: session.context,
    workspace: createWorkspace(git, cell),
    blobs: createBlobStore(session.bundle.blobs, session.redact),
    limits,
    budget: createBudget({ limits, spent, model: chat, clock: systemClock }),
    identity: identityOf(session, bench),
    emit: session.emit,
    carryOver: () => carryOver(session.state()),
    verifier: readOnly ? undefined : createVerifier({ policy, cell }),
    inbox: createInbox({ steers: hooks.driver?.steers, notices: createBackgroundNotices(cell) }),
    reminder: () => undefined,
    agentId: "main",
    clock: systemClock,
  };
  return (signal) => {
    const { system, progressed, snapshots, verification } = session.state();
    const failed = verification?.results.filter(({ passed }) => !passed) ?? [];
    const failure = failed.length === 0 ? undefined : failureDigest(failed);
    const told = createHooks({ bench, session, signal });
    const stand = { ...progressed, firstTree: snapshots[0], failure };
    return Object.freeze({ ...parts, system, hooks: told, progressed: stand, signal });
  };
}

function identityOf(session: Session, { repository, trustedCommit, policy }: Workbench): RequestIdentity {
  return {
    sessionId: session.state().begin?.sessionId ?? "",
    baseCommit: trustedCommit,
    headCommit: repository.headCommit,
    policyDigest: policy.digest,
    workDir: repository.root,
  };
}

/** Sorts by day, unique within it. */
export function newSessionId(): string {
  const day = new Date(systemClock.now()).toISOString().slice(0, 10).replaceAll("-", "");
  return `${day}-${randomBytes(4).toString("hex")}`;
}

/** In the user's state folder, which outlives the repository. */
export function defaultBundleDir({ env }: Pick<World, "env">, sessionId: string): string {
  const state = env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state");
  return join(state, "kimi-runner", sessionId);
}
