/**
 * One run from request to outcome, and the way back into a stopped one. The only place that knows every part; what goes
 * wrong anywhere becomes one outcome here.
 */

import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { systemClock } from "../base/clock.ts";
import { VERSION } from "../base/version.ts";
import { requireFeatures } from "../llm/features.ts";
import type { Limits } from "../protocol/limits.ts";
import type { ChatModel } from "../protocol/model.ts";
import { exitCode, type TurnStop } from "../protocol/outcome.ts";
import type { Tool } from "../protocol/tool.ts";
import type { OutcomeRecord, Sink } from "../protocol/wire.ts";
import { createBundle, type Bundle } from "../session/bundle.ts";
import { lockSession } from "../session/lock.ts";
import type { Assembly } from "./agent/assemble.ts";
import { executePrompt, parsePromptText } from "./agent/run-prompt.ts";
import { closeRun } from "./end/close-run.ts";
import type { StreamInput } from "./agent/stream-input.ts";
import { finishRun } from "./end/finish.ts";
import type { RunEnd } from "./end/run-end.ts";
import { imagesIn, requireRoom } from "./open/history.ts";
import { withSessionHooks } from "./agent/hooks.ts";
import type { RunSpending } from "../spending/run-spending.ts";
import { effectiveLimits, requirePrice } from "./open/limits.ts";
import { defaultModel, loadModel } from "./open/model.ts";
import { joinServers, startServers, type RunServers } from "./open/mcp.ts";
import { requireOutside } from "./open/outside.ts";
import { choiceOf, loadRunAgent, type RunAgent } from "./open/choose-agent.ts";
import type { RunRequest, World } from "./open/request.ts";
import { openSpending, type OpenLedgerStore } from "./open/open-spending.ts";
import { secretsOf } from "./open/secrets.ts";
import { openSession, type Session } from "./open/session.ts";
import { defaultBundleDir } from "./open/state-dir.ts";
import type { Stopper } from "./open/stopper.ts";
import { systemPromptOf } from "./agent/system-prompt.ts";
import { openWorkbench, type Workbench } from "./open/workbench.ts";

/** What the caller does along the way. */
export interface RunHooks {
  /** Further views of the events. */
  readonly sinks?: readonly Sink[];
  /** Gives further prompts and steers them; without one the run ends with its first prompt. */
  readonly streamInput?: StreamInput | undefined;
  /** Called when the policy is known, and nothing is paid yet; what it throws ends the run before it began. */
  readonly admit?: (bench: Workbench) => Promise<void>;
  /** Where a limit of a day or a thread is kept; on this machine when left out. */
  readonly openStore?: OpenLedgerStore | undefined;
  /** Called when everything is open and the first prompt is about to begin. */
  readonly opened?: (run: OpenRun) => void;
  /** Called once the bundle is written, while git is still open. What it returns is the run's outcome. Must not reject. */
  readonly deliver?: (end: RunEnd, run: OpenRun) => Promise<Pick<OutcomeRecord, "outcome" | "reason">>;
}

/** What a caller may use of a run while it is open. */
export interface OpenRun {
  readonly bench: Workbench;
  readonly session: Session;
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
  const { task, trusted } = request;
  const choice = choiceOf(request.agent);
  const opening = openWorkbench({ ...request.workbench, trusted, world }); // first: it starts the cell, which all else overlaps
  opening.catch(() => {}); // awaited below
  await nextTurn(); // the cell has its first message now; loading an SDK would hold it up for 30 ms
  const modelOf = (name: string): ReturnType<typeof loadModel> => loadModel({ ...request.model, name }, world);
  const { name = choice?.kind === "file" ? undefined : defaultModel(world.env) } = request.model;
  const early = name === undefined ? undefined : modelOf(name); // an agent file may name its own
  early?.catch(() => {}); // awaited below; an error of the checkout is the better one to report first
  const bench = await opening;
  let servers: RunServers | undefined;
  let spending: RunSpending | undefined;
  try {
    await hooks.admit?.(bench);
    const secrets = { ...secretsOf(world.env, request.model.apiKey), ...request.secrets };
    servers = await startServers({ bench, world, secrets, signal: stopper.signal });
    const loaded = await loadRunAgent(choice, { files: bench.files, read: bench.readTrusted });
    const parsed = await parsePromptText(task.prompt, loaded);
    const { sessionId = newSessionId(), origin } = request;
    const asked = effectiveLimits(bench.policy.limits, request.limits);
    spending = await openSpending({
      limits: asked,
      spentUsd: 0,
      sessionId,
      origin,
      openStore: hooks.openStore,
      bench,
      world,
    });
    const { limits } = spending;
    const chat = (await (early ?? modelOf(loaded.spec.model ?? defaultModel(world.env))))(limits);
    requirePrice(chat, limits);
    const { history = [], images = [] } = task;
    const { thinking, toolSyntax } = request.model;
    const pictures = images.length + imagesIn(history);
    requireFeatures(chat, { images: pictures, tools: loaded.spec.tools.length, thinking });
    requireRoom(history, chat);
    const bundle = placeBundle(request.bundleDir ?? defaultBundleDir(world, sessionId), bench.repository.root);
    using lock = lockSession(bundle, world.warn);
    lock.note(bench.scratchDir);
    const known = { ...secrets, ...servers?.secrets };
    const session = openSession({ bundle, world, secrets: known, output: request.output, sinks: hooks.sinks });
    spending.follow(() => session.state().spent.costUsd);
    await session.emit({
      type: "session.begin",
      sessionId,
      program: `kimi-runner ${VERSION}`,
      task: task.prompt,
      model: chat.name,
      window: chat.window,
      agent: loaded.spec.name,
      origin,
      choice,
      thinking,
      toolSyntax,
      ralph: task.ralph,
      workDir: bench.repository.root,
      baseCommit: bench.trustedCommit,
      headCommit: bench.repository.headCommit,
      readOnly: task.readOnly === true,
      policyDigest: bench.policy.digest,
      limits,
    });
    await session.emit({ type: "cell.open", rung: bench.cell.rung, probes: bench.cell.probes });
    for (const text of loaded.warnings) await session.emit({ type: "warning", text });
    if (task.plan === true) await session.emit({ type: "plan.mode", on: true });
    const { agent, mcp, failure } = await joinServers(servers, loaded, session.emit);
    const parts = { bench, agent, chat, session, limits, spending, stopper, hooks, mcp, failure };
    const { assembly, digest } = await assembleRun(parts);
    const text = await systemPromptOf(bench, agent, systemClock);
    await session.emit({ type: "context.system", text, toolsDigest: digest });
    if (history.length > 0) await session.context.append(...history);
    const first = (signal: AbortSignal): Promise<TurnStop> =>
      executePrompt(parsed, task, { assembly, session, agent }, signal);
    return await runToEnd(first, { ...parts, assembly, source: "startup" });
  } finally {
    await closeRun({ bench, servers, spending });
  }
}

function placeBundle(dir: string, root: string): Bundle {
  const hint = "Name a folder outside the repository with --bundle.";
  requireOutside({ what: "The bundle", dir, root, hint });
  return createBundle(dir);
}

export interface RunParts extends OpenRun {
  readonly agent: RunAgent;
  readonly chat: ChatModel;
  readonly limits: Limits;
  readonly spending: RunSpending;
  readonly stopper: Stopper;
  readonly hooks: RunHooks;
  /** Time that earlier processes of the session worked. */
  readonly usedMs?: number | undefined;
  readonly news?: readonly string[] | undefined;
  /** Tools of MCP servers. */
  readonly mcp: readonly Tool[];
  /** Why no prompt can begin: found out when the session had begun. */
  readonly failure?: unknown;
}

/** Loads what a turn is made of in one piece, while the first request is prepared. */
export async function assembleRun(parts: RunParts): Promise<{ readonly assembly: Assembly; readonly digest: string }> {
  const { assemble, toolsDigest } = await import("./agent/assemble.ts");
  const assembly = assemble({ ...parts, steers: parts.hooks.streamInput?.steers, signal: parts.stopper.signal });
  return { assembly, digest: toolsDigest(assembly.tools()) };
}

export interface EndParts extends RunParts {
  readonly assembly: Assembly;
  readonly source: "startup" | "resume";
}

/** Runs the first prompt and what follows it, and ends the run. Shared by a new session and a resumed one. */
export async function runToEnd(first: (signal: AbortSignal) => Promise<TurnStop>, parts: EndParts): Promise<RunEnd> {
  const { session, bench, stopper, limits, spending, hooks } = parts;
  const beganAt = systemClock.now();
  stopper.limitTime(limits.minutes, parts.usedMs ?? 0);
  bench.onWarning((text) => void session.emit({ type: "warning", text }).catch(() => {})); // a journal that fails says so at the next event
  hooks.opened?.(parts);
  const [turns] = await Promise.allSettled([runTurns(first, parts)]);
  const { outcome, isWithheld } = await finishRun({ session, bench, end: turns });
  const { begin, held } = session.state();
  const end = {
    outcome,
    exitCode: exitCode(outcome.outcome, stopper.stoppedBy()),
    bundle: session.bundle,
    sessionId: begin?.sessionId ?? "",
    held,
    isWithheld,
    totals: await spending.settle(),
    beganAt,
  };
  const met = await hooks.deliver?.(end, parts);
  if (met === undefined) return end;
  return { ...end, outcome: { ...outcome, ...met }, exitCode: exitCode(met.outcome, stopper.stoppedBy()) };
}

async function runTurns(first: (signal: AbortSignal) => Promise<TurnStop>, parts: EndParts): Promise<TurnStop> {
  const { assembly, session, agent, stopper, hooks, source } = parts;
  const { signal } = stopper;
  if (parts.failure !== undefined) throw parts.failure;
  const next = async (prompt: string, turnSignal: AbortSignal): Promise<TurnStop> =>
    executePrompt(await parsePromptText(prompt, agent), { prompt }, { assembly, session, agent }, turnSignal);
  return withSessionHooks(assembly.hooks, source, () =>
    hooks.streamInput === undefined
      ? first(signal)
      : hooks.streamInput.runPrompts({ first, next, context: session.context, signal, redact: session.redact }),
  );
}

/** Sorts by day, unique within it. */
export function newSessionId(): string {
  const day = new Date(systemClock.now()).toISOString().slice(0, 10).replaceAll("-", "");
  return `${day}-${randomBytes(4).toString("hex")}`;
}
