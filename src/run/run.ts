/** Starts a run: opens every part it needs, in the order that is fastest, and begins its session. */

import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { systemClock } from "../base/clock.ts";
import { VERSION } from "../base/version.ts";
import { configError, type RunnerError } from "../protocol/error.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import { createBundle, type Bundle } from "../session/bundle.ts";
import { lockSession } from "../session/lock.ts";
import { loadAnswerSchema, schemaWords } from "./agent/json-answer.ts";
import { executePrompt, parsePromptText } from "./agent/run-prompt.ts";
import type { RunEnd } from "./end/run-end.ts";
import { imagesIn, shownPictures } from "./open/history.ts";
import { localNotes } from "./open/local-notes.ts";
import { effectiveLimits } from "./open/limits.ts";
import { defaultModel, fallbackName, loadModel, loadModels, requireModels } from "./open/model.ts";
import { joinServers, startServers } from "./open/mcp.ts";
import { requireOutside } from "./open/outside.ts";
import { choiceOf, loadRunAgent } from "./open/choose-agent.ts";
import type { RunRequest } from "./open/request.ts";
import { openSpending } from "./open/open-spending.ts";
import { withChecks } from "./own-checks.ts";
import { secretsOf } from "./open/secrets.ts";
import { openSearch, webActions } from "./open-search.ts";
import { loadTaskModels } from "./open/task-models.ts";
import { openSession } from "./open/session.ts";
import { defaultBundleDir } from "./open/state-dir.ts";
import { openWorkbench } from "./open/workbench.ts";
import type { RunHost } from "./agent/run-parts.ts";
import { assembleRun, runToEnd } from "./run-to-end.ts";

/**
 * Starts a session and runs it to its end. Throws `RunnerError` only for what is wrong before there is one: configuration,
 * policy, sandbox.
 */
export async function startRun(request: RunRequest, { world, stopper, hooks = {} }: RunHost): Promise<RunEnd> {
  const { task, trusted } = request;
  const choice = choiceOf(request.agent);
  const opening = openWorkbench({
    ...request.workbench,
    trusted,
    world,
    setup: request.origin?.outsider === true ? undefined : stopper.signal,
  }); // first: it starts the cell, which all else overlaps
  opening.catch(() => {}); // awaited below
  await nextTurn(); // the cell has its first message now; loading an SDK would hold it up for 30 ms
  const { name = choice?.kind === "file" ? undefined : defaultModel(world.env) } = request.model;
  const early = name === undefined ? undefined : loadModel({ ...request.model, name }, world); // an agent file may name its own
  early?.catch(() => {}); // awaited below; an error of the checkout is the better one to report first
  const opened = await opening;
  await using open = new AsyncDisposableStack();
  open.defer(opened.close); // last, and never rejects: a process with an open cell does not end
  const bench = await withChecks(opened, task.checks);
  const { files, repository } = bench;
  if (world.isAction !== true && trusted === undefined) {
    localNotes({ ...request.workbench, root: repository.root, files }).forEach(world.warn);
  }
  await hooks.admit?.(bench);
  const secrets = { ...secretsOf(world.env, request.model.apiKey), ...request.secrets };
  const servers = await startServers({ bench, world, secrets, signal: stopper.signal });
  open.defer(async () => servers?.close());
  const loaded = await loadRunAgent(choice, bench);
  const parsed = await parsePromptText(task.prompt, loaded);
  const schema = task.schema && (await loadAnswerSchema(task.schema, bench.readTrusted));
  if (schema !== undefined && (parsed.kind !== "text" || task.ralph !== undefined)) throw noJsonAnswer();
  const { sessionId = newSessionId(), origin } = request;
  const asked = effectiveLimits(bench.policy.limits, request.limits);
  const { openStore } = hooks;
  const spending = await openSpending({ limits: asked, spentUsd: 0, sessionId, origin, openStore, bench, world });
  open.defer(async () => void (await spending.settle()));
  const { limits } = spending;
  const model = name ?? loaded.spec.model ?? defaultModel(world.env);
  const fallbackModel = fallbackName(model, { flag: request.model.fallback, policy: bench.policy.fallbackModel });
  const settings = { ...request.model, name: model };
  const loading = { settings, early, policy: bench.policy, agent: loaded.spec, world, warn: world.warn };
  const models = await loadModels({ model, fallbackModel }, loading);
  const [chat] = models;
  const taskModels = await loadTaskModels(loading, limits);
  const { history = [] } = task;
  const shown = await shownPictures(task.pictures, models);
  const { thinking, toolSyntax } = request.model;
  const pictures = shown.images.length + imagesIn(history);
  requireModels(models, { limits, history, images: pictures, tools: loaded.spec.tools.length, thinking });
  const bundle = placeBundle(request.bundleDir ?? defaultBundleDir(world, sessionId), bench.repository.root);
  using lock = lockSession(bundle, world.warn, systemClock);
  lock.note(bench.scratchDir);
  bench.noteBundle(bundle.dir);
  bench.noteSession(sessionId);
  const known = { ...secrets, ...servers?.secrets };
  const { granted } = bench.policy;
  const session = openSession({ bundle, world, secrets: known, output: request.output, sinks: hooks.sinks });
  spending.follow(() => session.state().spent.costUsd);
  const search = await openSearch(bench, world);
  const web = webActions(bench, search);
  await session.emit({
    type: "session.begin",
    sessionId,
    program: `kimi-runner ${VERSION}`,
    task: task.prompt,
    model: chat.name,
    window: chat.window,
    ...(chat.prices === undefined ? {} : { prices: chat.prices }),
    fallbackModel,
    agent: loaded.spec.name,
    origin,
    choice,
    thinking,
    toolSyntax,
    ralph: task.ralph,
    answerSchema: schema?.text,
    workDir: bench.repository.root,
    baseCommit: bench.trustedCommit,
    headCommit: bench.repository.headCommit,
    readOnly: task.readOnly === true,
    ...(task.mustChange === true ? { mustChange: true } : {}),
    ...(task.checks === undefined || task.checks.length === 0 ? {} : { checks: task.checks }),
    policyDigest: bench.policy.digest,
    ...(origin === undefined || granted.length === 0 ? {} : { github: granted }),
    ...(loaded.spec.compaction && { compaction: loaded.spec.compaction }),
    ...(web.length === 0 ? {} : { web }),
    limits,
  });
  const { cell, network } = bench;
  const reaches = network.length === 0 ? {} : { network };
  await session.emit({ type: "cell.open", rung: cell.rung, probes: cell.probes, ...reaches });
  shown.warnings.forEach(world.warn);
  for (const text of [...loaded.warnings, ...shown.warnings]) await session.emit({ type: "warning", text });
  if (task.plan === true) await session.emit({ type: "plan.mode", on: true });
  const { agent, mcp, failure } = await joinServers(servers, loaded, session.emit);
  const changedBefore = new Set<string>();
  const { keepsCheckout } = request;
  const work = { bench, search, changedBefore, keepsCheckout };
  const parts = { ...work, agent, models, taskModels, session, limits, spending, stopper, hooks, mcp, failure };
  const { assembly, digest } = await assembleRun(parts);
  const text = await assembly.systemPrompt();
  await session.emit({ type: "context.system", text, toolsDigest: digest });
  if (history.length > 0) await session.context.append(...history);
  const data = [schema && schemaWords(schema), shown.note, task.context].filter((part) => part !== undefined);
  const images = shown.images.length === 0 ? undefined : shown.images;
  const context = data.length === 0 ? undefined : data.join("\n\n");
  const first = (signal: AbortSignal): Promise<TurnStop> =>
    executePrompt(parsed, { ...task, images, context }, { assembly, session, agent, mcp }, signal);
  return await runToEnd(first, { ...parts, assembly, schema, source: "startup" });
}

function noJsonAnswer(): RunnerError {
  return configError("A JSON Schema is for the answer to one prompt.", "Leave it out for commands, flows and loops.");
}

function placeBundle(dir: string, root: string): Bundle {
  const hint = "Name a folder outside the repository with --bundle.";
  requireOutside({ what: "The bundle", dir, root, hint });
  return createBundle(dir);
}

/** Sorts by day, unique within it. */
export function newSessionId(): string {
  const day = new Date(systemClock.now()).toISOString().slice(0, 10).replaceAll("-", "");
  return `${day}-${randomBytes(4).toString("hex")}`;
}
