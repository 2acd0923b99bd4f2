/** Resumes a stopped session. Commits, policy and tools must be the same, or it is refused with the reason. */

import { systemClock } from "../base/clock.ts";
import { findSkill } from "../commands/skill.ts";
import { runPrompt } from "../engine/prompt.ts";
import type { Answer } from "../protocol/approval.ts";
import { configError } from "../protocol/error.ts";
import type { Flow } from "../protocol/prompt.ts";
import { hasTrait, type TurnStop } from "../protocol/outcome.ts";
import type { EventOf, HeldCall } from "../protocol/wire.ts";
import { openBundle, type Bundle } from "../session/bundle.ts";
import { lockSession, type Lifetime, type SessionLock } from "../session/lock.ts";
import type { SessionState } from "../session/session-state.ts";
import { compileSchema } from "./agent/json-answer.ts";
import { executeText } from "./agent/run-prompt.ts";
import { createChangeAccount } from "./end/change-account.ts";
import { restoreWork } from "./end/kept-start.ts";
import { hasViews, writeViews } from "./end/views.ts";
import { dropPut, takeBackPut } from "./end/put-into-checkout.ts";
import { findCheckout } from "../workspace/checkout.ts";
import { clearLeftovers } from "./open/leftovers.ts";
import { findOverlay } from "../cell/overlay-dir.ts";
import { overlayPlaces } from "./open/state-dir.ts";
import { resumedLimits } from "./open/limits.ts";
import { loadRunAgent, type RunAgent } from "./open/choose-agent.ts";
import { NO_MCP, startServers, withLoaded } from "./open/mcp.ts";
import { heldHint } from "./local-answers.ts";
import { requireModels, resumedNames } from "./open/model.ts";
import { RALPH, ralphFlow, ralphMoves, ralphWords } from "./agent/ralph.ts";
import type { Limits } from "../protocol/limits.ts";
import type { RunRequest, RunSettings, StoredTree, WorkbenchSettings, World } from "./open/request.ts";
import { endedBefore, type RunEnd } from "./end/run-end.ts";
import type { RunHost, RunParts } from "./agent/run-parts.ts";
import {
  requireRoomInLimits,
  requireSame,
  requireSameServers,
  requireStart,
  requireWorkspace,
  type FilesSince,
} from "./resume-checks.ts";
import { runToEnd } from "./run-to-end.ts";
import { secretsOf } from "./open/secrets.ts";
import { openSearch } from "./open-search.ts";
import { openBench } from "./open-bench.ts";
import { openTerms, type RunTerms } from "./open/terms.ts";
import { openSession, readSession, type StoredSession } from "./open/session.ts";

export interface ResumeRequest extends Omit<RunSettings, "agent" | "workbench"> {
  /** `cwd` is where the workspace is now; where it was when left out. */
  readonly workbench: Omit<WorkbenchSettings, "cwd"> & { readonly cwd?: string | undefined };
  readonly bundleDir: string;
  /** Returns the answers to held calls, by full digest. Calls that the journal has answers to need none. May throw. */
  readonly answers: (held: readonly HeldCall[]) => ReadonlyMap<string, Answer>;
  readonly secrets?: RunRequest["secrets"];
  /** The files of this checkout before the session's changes were restored in it, where its caller did that. */
  readonly begunWith?: StoredTree | undefined;
  /** When a process on another machine worked that was killed. For this machine, the lock of the bundle says so. */
  readonly lived?: Lifetime | undefined;
  /** The limits of the newer policy, where nothing else in it changed. */
  readonly raised?: Limits | undefined;
}

/** Throws `config.invalid` for answers that fit nothing and sessions that are over, `session.corrupt` for one that cannot be resumed. */
export async function resumeRun(request: ResumeRequest, host: RunHost): Promise<RunEnd> {
  const { world, hooks = {} } = host;
  const bundle = openBundle(request.bundleDir);
  using lock = lockSession(bundle, world.warn, systemClock); // before anything is read, so that no other process answers meanwhile
  if (lock.leftBehind !== undefined) clearLeftovers(lock.leftBehind);
  const stored = readSession(bundle, world.warn, request.lived ?? lock.lived);
  const { state } = stored;
  const ended = await finishEnded(bundle, state, world);
  const answers = request.answers(state.held);
  const { change } = state;
  const answer = change && answers.get(change.call.digest);
  if (change !== undefined && answer !== undefined) {
    const secrets = secretsOf(world.env, request.model.apiKey, request.secrets);
    const { cwd } = request.workbench;
    const open = () => openSession({ bundle, world, secrets, output: request.output, previous: stored.journal });
    const { answerChange } = await import("./answer-change.ts"); // loads git
    return await answerChange({ bundle, state, call: change.call, answer, open, cwd, world });
  }
  if (ended !== undefined && hooks.deliver === undefined) {
    world.err(`The run had ended: ${ended.outcome.outcome}: ${ended.outcome.reason} Its bundle is complete now.\n`);
    return ended;
  }
  const begin = requireOpen(stored, bundle);
  return await goOn({ request, bundle, stored, begin, answers, note: lock.note }, host);
}

interface Stopped {
  readonly request: ResumeRequest;
  readonly bundle: Bundle;
  readonly stored: StoredSession;
  readonly begin: EventOf<"session.begin">;
  readonly answers: ReadonlyMap<string, Answer>;
  /** Writes the private folder of this process into the lock. */
  readonly note: SessionLock["note"];
}

/** Opens what the session had, checks that it is the same, and continues. */
async function goOn(stopped: Stopped, host: RunHost): Promise<RunEnd> {
  const { world, stopper, hooks = {} } = host;
  const { request, bundle, stored, begin } = stopped;
  const { state, usedMs } = stored;
  const { keepsCheckout } = request;
  await using open = new AsyncDisposableStack();
  const { bench, change, files } = await reopenBench(stopped, host, open);
  const secrets = secretsOf(world.env, request.model.apiKey, request.secrets);
  const opening = { bench, world, secrets, signal: stopper.signal, begun: state.mcp };
  const servers = await startServers(opening); // after the checks of the workbench, because servers may write files
  open.defer(async () => servers?.close());
  const mcp = (await servers?.ready()) ?? NO_MCP;
  requireSameServers(state.mcp ?? mcp.facts, mcp);
  const agent = withLoaded(await loadRunAgent(begin.choice, bench), mcp);
  const terms = await reopenTerms(stopped, { bench, agent }, host, open);
  const views = { output: request.output, cell: bench.cell, sinks: hooks.sinks, spending: terms.spending };
  const known = { ...secrets, ...servers?.secrets };
  const session = openSession({ bundle, world, secrets: known, previous: stored.journal, ...views });
  for (const [digest, answer] of stopped.answers) await session.emit({ type: "deferral.answer", digest, ...answer });
  await session.emit({
    type: "session.resume",
    rung: bench.cell.level,
    ...terms.recorded,
    ...(stored.killedMs === 0 ? {} : { killedMs: stored.killedMs }),
    thinking: request.model.thinking,
    toolSyntax: request.model.toolSyntax,
  });
  dropPut(request.workbench.cwd ?? begin.workDir, state);
  await servers?.tell(session.emit);
  const search = await openSearch(bench, world);
  const work = { bench, search, usedMs, change, keepsCheckout };
  const parts = { ...work, ...terms, agent, session, stopper, hooks, mcp };
  const { assemble } = await import("./agent/assemble.ts"); // the modules of a turn
  const assembly = assemble({ ...parts, news: newsFor(state, files, bench.repository.root) });
  if (files === "lost") world.warn(LOST);
  const { answerSchema: text } = begin;
  const schema = text === undefined ? undefined : await compileSchema({ text, source: "of the session" });
  const place = placeIn(stored, begin, agent);
  const { words } = state.progressed.unfinished;
  const first = async (signal: AbortSignal): Promise<TurnStop> =>
    words === undefined
      ? runPrompt({ kind: "resume", ...place }, assembly.turn(signal))
      : executeText(words, { assembly, ...parts }, signal);
  return await runToEnd(first, { ...parts, assembly, schema, source: "resume" });
}

/** Opens the workbench with the files that the session left. Throws `config.invalid` where commits, policy or files are not the same. */
async function reopenBench(
  { request, bundle, stored, begin, note }: Stopped,
  host: RunHost,
  open: AsyncDisposableStack,
) {
  const { world } = host;
  const { state } = stored;
  const { begunWith, keepsCheckout } = request;
  const { cwd = begin.workDir } = request.workbench;
  const overlayLeft = findOverlay(overlayPlaces(world), begin.sessionId);
  const isAsFound = await takeBackPut(findCheckout(cwd), stored); // before the copy is mounted over the checkout
  const { checks, origin } = begin;
  const place = {
    ...request.workbench,
    cwd,
    trusted: begin.baseCommit,
    overlayLeft,
    moreObjects: begunWith?.objectsDir,
  };
  const bench = await openBench({ ...place, checks, origin }, host, open);
  note(bench.scratchDir);
  bench.noteSession(begin.sessionId, bundle);
  requireSame("start commit", begin.headCommit, bench.repository.headCommit);
  requireSame("base commit", begin.baseCommit, bench.trustedCommit);
  const cure = "Give the --policy and --profile of the run again, or start a new one.";
  const { digest, digests } = bench.policy;
  requireSame("policy", begin.policyDigest, digests.includes(begin.policyDigest) ? begin.policyDigest : digest, cure);
  const isTakenOver = overlayLeft !== undefined;
  // A task of a batch may have another work tree at the same path.
  const isNewPlace = keepsCheckout === true || cwd !== begin.workDir;
  const restoring = { bench, state, bundle, isNewPlace };
  // The copy of a killed process has the changes already.
  const start = begunWith?.tree ?? (isTakenOver ? undefined : await restoreWork(restoring));
  const change = createChangeAccount({ bench, start, isLocal: origin === undefined && keepsCheckout !== true });
  const files = await requireWorkspace(state, bench, begunWith && change);
  if (isTakenOver && !isAsFound) requireStart(state, (await bench.git()).startTree());
  return { bench, change, files };
}

/** The terms of the session with what the request changes of them. Throws `config.invalid` where nothing is left of a limit. */
async function reopenTerms(
  { request, stored, begin }: Stopped,
  { bench, agent }: Pick<RunParts, "bench" | "agent">,
  { world, hooks }: RunHost,
  open: AsyncDisposableStack,
): Promise<RunTerms> {
  const { state } = stored;
  const { sessionId, origin } = begin;
  const before = stored.model ?? { ...begin, named: begin.model };
  const { thinking = before.thinking, toolSyntax = before.toolSyntax } = request.model;
  const names = resumedNames(before, request.model);
  const settings = { ...request.model, name: names.named, thinking, toolSyntax };
  const { limits: given, raised } = request;
  const limits = resumedLimits({ policy: bench.policy.limits, session: stored.limits, given, raised });
  const money = { limits, spentUsd: state.spent.costUsd, sessionId, origin, openStore: hooks?.openStore };
  const warn = names.model === before.model ? undefined : world.warn;
  const terms = await openTerms({ ...money, bench, world, names, settings, agent: agent.spec, warn }, open);
  const tools = agent.spec.tools.length;
  requireModels(terms.models, { limits: terms.limits, images: stored.images, tools, thinking });
  requireRoomInLimits(state, terms.limits);
  return terms;
}

/** Completes the bundle of a session that had ended, where the process was killed before it was complete. */
async function finishEnded(bundle: Bundle, state: SessionState, world: World): Promise<RunEnd | undefined> {
  const { outcome, begin } = state;
  if (outcome === undefined || !hasTrait(outcome.outcome, "final")) return undefined;
  dropPut(begin?.workDir ?? "", state);
  if (hasViews(bundle, outcome)) return undefined;
  await writeViews({ bundle, state: () => state, warn: world.warn }, outcome);
  return endedBefore(bundle, begin?.sessionId ?? "", outcome);
}

function requireOpen(
  { state, hasTask, journal: { records } }: StoredSession,
  bundle: Bundle,
): NonNullable<SessionState["begin"]> {
  const { begin, outcome } = state;
  if (begin === undefined || !hasTask) {
    throw configError(
      `The session in ${bundle.dir} stopped before it began.`,
      records.length === 0
        ? "Its journal is empty. Start a new run; only a machine that lost its disk's newest data can have lost work."
        : "Nothing was done and nothing is lost; start a new run.",
    );
  }
  if (outcome === undefined || !hasTrait(outcome.outcome, "final")) return begin;
  throw configError(
    `This session is over: ${outcome.outcome}. ${outcome.reason}`,
    state.held.length > 0
      ? heldHint(state.held)
      : "Only a session that waits, was cut off or reached a limit can continue; start a new run.",
  );
}

const LOST = "What the session had changed is no longer there. The model is told to make it again.";

const NEWS: Readonly<Record<FilesSince, readonly string[]>> = {
  same: [],
  changed: ["Files were changed while the run was stopped. Read again what you need."],
  lost: ["The files are as they were before your changes, which were lost. Make again what is needed."],
};

/** Messages for the model about what changed while the run was stopped. */
function newsFor({ background, begin }: SessionState, files: FilesSince, root: string): readonly string[] {
  const moved = `The workspace is now ${root}, and not ${begin?.workDir}: paths in it are relative, or begin with the new folder.`;
  const ended = `The run went on in another process: background commands have ended (${background.join(", ")}).`;
  return [
    ...(begin?.workDir === root || begin?.origin !== undefined ? [] : [moved]), // jobs work in equal places
    ...NEWS[files],
    ...(background.length > 0 ? [ended] : []),
  ];
}

/** The flow in which the session stopped. Its skill is unchanged, because the base commit is the same. */
function placeIn(
  { state, journal }: StoredSession,
  { task, ralph }: NonNullable<SessionState["begin"]>,
  { skills }: RunAgent,
): { readonly flow?: Flow; readonly maxMoves?: number | undefined } {
  const name = state.progressed.flow?.name;
  if (name === undefined) return {};
  if (name === RALPH) {
    const words = ralphWords(journal.records.map(({ event }) => event)) ?? task;
    return { flow: ralphFlow(words), maxMoves: ralph === undefined ? undefined : ralphMoves(ralph) };
  }
  const skill = findSkill(skills, name);
  return skill?.type === "flow" ? { flow: skill.flow } : {};
}
