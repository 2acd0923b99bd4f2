/** Starts a run: opens what it needs, begins its session, and runs it to its end. */

import { randomBytes } from "node:crypto";
import { systemClock } from "../base/clock.ts";
import type { Secrets } from "../base/redact.ts";
import { VERSION } from "../base/version.ts";
import type { WebAction } from "../protocol/approval.ts";
import { configError } from "../protocol/error.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { EventOf } from "../protocol/wire.ts";
import { createBundle } from "../session/bundle.ts";
import { lockSession } from "../session/lock.ts";
import { loadAnswerSchema, schemaWords, type AnswerSchema } from "./agent/json-answer.ts";
import { unmatchedHooks } from "./agent/hooks.ts";
import { executePrompt, parsePromptText } from "./agent/run-prompt.ts";
import { createChangeAccount } from "./end/change-account.ts";
import type { RunEnd } from "./end/run-end.ts";
import { localNotes } from "./open/policy-path.ts";
import { effectiveLimits } from "./open/limits.ts";
import { defaultModel, fallbackName, requireModels, type RunModels } from "./open/model.ts";
import { joinServers, startServers } from "./open/mcp.ts";
import { requireOutside } from "./open/outside.ts";
import { choiceOf, loadRunAgent, type RunAgent } from "./open/choose-agent.ts";
import type { RunRequest, Task, TaskPictures, World } from "./open/request.ts";
import { secretsOf } from "./open/secrets.ts";
import { openSearch, webActions } from "./open-search.ts";
import { openBench } from "./open-bench.ts";
import { openTerms, type RunTerms } from "./open/terms.ts";
import { imagesIn, openSession } from "./open/session.ts";
import { defaultBundleDir } from "./open/state-dir.ts";
import type { Workbench } from "./open/workbench.ts";
import type { RunHost, RunParts } from "./agent/run-parts.ts";
import { runToEnd } from "./run-to-end.ts";

/** Runs a session from its start to its end. Throws a `RunnerError` only before the session begins. */
export async function startRun(request: RunRequest, host: RunHost): Promise<RunEnd> {
  await using open = new AsyncDisposableStack(); // closed in reverse order, the cell last
  const { world, stopper, hooks = {} } = host;
  const { task, origin, keepsCheckout, sessionId = newSessionId() } = request;
  const { trusted, workbench } = request;
  const bench = await openBench({ ...workbench, trusted, checks: task.checks, origin }, host, open);
  (await notesOf(bench, request, world)).forEach(world.warn);
  const secrets = secretsOf(world.env, request.model.apiKey, request.secrets);
  const servers = await startServers({ bench, world, secrets, signal: stopper.signal }); // they get ready meanwhile
  open.defer(async () => servers?.close());
  const loaded = await loadRunAgent(choiceOf(request.agent), bench);
  const { parsed, schema } = await readTask(task, loaded, bench);
  const { name = loaded.spec.model ?? defaultModel(world.env), fallback: flag } = request.model;
  const names = { model: name, fallbackModel: fallbackName(name, { flag, policy: bench.policy.fallbackModel }) };
  const limits = effectiveLimits(bench.policy.limits, request.limits);
  const money = { limits, spentUsd: 0, sessionId, origin, openStore: hooks.openStore };
  const settings = { ...request.model, name };
  const asked = { ...money, bench, world, names, settings, agent: loaded.spec, warn: world.warn };
  const terms = await openTerms(asked, open);
  const shown = await shownPictures(task.pictures, terms.models);
  requireModels(terms.models, {
    limits: terms.limits,
    history: task.history,
    images: shown.images.length + imagesIn(task.history ?? []),
    tools: loaded.spec.tools.length,
    thinking: request.model.thinking,
  });

  const search = await openSearch(bench, world);
  const known = { ...secrets, ...servers?.secrets };
  const begun = { request, sessionId, bench, agent: loaded, terms, schema, web: webActions(bench, search) };
  const session = await beginSession({ ...begun, secrets: known, warnings: shown.warnings }, host, open);
  const { agent, mcp, failure } = await joinServers(servers, loaded, session.emit);
  for (const text of await unmatchedHooks(bench.policy.hooks, [...loaded.custom, ...mcp.tools]))
    await session.emit({ type: "warning", text });

  const change = createChangeAccount({ bench, isLocal: origin === undefined && keepsCheckout !== true });
  const work = { bench, search, session, change, keepsCheckout };
  const parts = { ...work, ...terms, agent, stopper, hooks, mcp, failure };
  const { assemble, toolsDigest } = await import("./agent/assemble.ts"); // the modules of a turn
  const assembly = assemble(parts);
  const text = await assembly.systemPrompt();
  await session.emit({ type: "context.system", text, toolsDigest: toolsDigest(assembly.tools()) });
  if (task.history !== undefined && task.history.length > 0) await session.context.append(...task.history);
  const data = [schema && schemaWords(schema), shown.note, task.context].filter((part) => part !== undefined);
  const context = data.length === 0 ? undefined : data.join("\n\n");
  const images = shown.images.length === 0 ? undefined : shown.images;
  const first = (signal: AbortSignal): Promise<TurnStop> =>
    executePrompt(parsed, { ...task, images, context }, { assembly, ...parts }, signal);
  return await runToEnd(first, { ...parts, assembly, schema, source: "startup" });
}

/** What people are told of a run before it begins. */
async function notesOf(bench: Workbench, { workbench, trusted }: RunRequest, { isAction }: World) {
  const { repository, files, cell, policy } = bench;
  const isLocal = isAction !== true && trusted === undefined;
  const notes = isLocal ? localNotes({ ...workbench, root: repository.root, files }) : [];
  if (cell.level !== "sealed" || policy.version !== 1) return notes;
  const widened = (await import("../policy/since.ts")).widenedNote(policy);
  return widened === undefined ? notes : [...notes, widened];
}

/** Reads the prompt and the schema that its answer must fit. Throws `config.invalid`. */
async function readTask(task: Task, agent: RunAgent, { readTrusted }: Workbench) {
  const parsed = await parsePromptText(task.prompt, agent);
  const schema = task.schema && (await loadAnswerSchema(task.schema, readTrusted));
  if (schema === undefined || (parsed.kind === "text" && task.ralph === undefined)) return { parsed, schema };
  throw configError("A JSON Schema is for the answer to one prompt.", "Leave it out for commands, flows and loops.");
}

/** The pictures for the first message. The policy may say whether a model takes images, so the models must be known. */
async function shownPictures(
  pictures: TaskPictures | undefined,
  models: RunModels,
): Promise<Awaited<TaskPictures["fetched"]> & { readonly note?: string }> {
  if (pictures === undefined) return { images: [], warnings: [] };
  const { count, fetched } = pictures;
  if (models.every((model) => model === undefined || model.features.has("image_in"))) return await fetched;
  const which = count === 1 ? "One picture in what was written is" : `${count} pictures in what was written are`;
  return { images: [], note: `${which} not shown to you: this model takes no images.`, warnings: [] };
}

interface Beginning extends Pick<RunParts, "bench" | "agent"> {
  readonly request: RunRequest;
  readonly sessionId: string;
  readonly terms: RunTerms;
  readonly schema: AnswerSchema | undefined;
  readonly web: readonly WebAction[];
  readonly secrets: Secrets;
  readonly warnings: readonly string[];
}

async function beginSession(beginning: Beginning, { world, hooks }: RunHost, open: AsyncDisposableStack) {
  const { request, sessionId, bench, agent, terms, secrets, warnings } = beginning;
  const dir = request.bundleDir ?? defaultBundleDir(world, sessionId);
  const hint = "Name a folder outside the repository with --bundle.";
  requireOutside({ what: "The bundle", dir, root: bench.repository.root, hint });
  const bundle = createBundle(dir);
  open.use(lockSession(bundle, world.warn, systemClock)).note(bench.scratchDir);
  bench.noteSession(sessionId, bundle);
  const views = { output: request.output, cell: bench.cell, sinks: hooks?.sinks, spending: terms.spending };
  const session = openSession({ bundle, world, secrets, ...views });
  await session.emit(beginEvent(beginning));
  await session.emit(cellEvent(bench));
  warnings.forEach(world.warn);
  for (const text of [...agent.warnings, ...warnings]) await session.emit({ type: "warning", text });
  if (request.task.plan === true) await session.emit({ type: "plan.mode", on: true });
  return session;
}

function beginEvent({ request, sessionId, bench, agent, terms, schema, web }: Beginning): EventOf<"session.begin"> {
  const { task, origin } = request;
  const { thinking, toolSyntax } = request.model;
  const { repository, policy } = bench;
  const { compaction } = agent.spec;
  return {
    type: "session.begin",
    sessionId,
    program: `kimi-runner ${VERSION}`,
    task: task.prompt,
    agent: agent.spec.name,
    origin,
    choice: choiceOf(request.agent),
    thinking,
    toolSyntax,
    ralph: task.ralph,
    answerSchema: schema?.text,
    workDir: repository.root,
    baseCommit: bench.trustedCommit,
    headCommit: repository.headCommit,
    readOnly: task.readOnly === true,
    ...(task.mustChange === true ? { mustChange: true } : {}),
    ...(task.checks === undefined || task.checks.length === 0 ? {} : { checks: task.checks }),
    policyDigest: request.policyDigest ?? policy.digest,
    ...(origin === undefined || policy.granted.length === 0 ? {} : { github: policy.granted }),
    ...(compaction && { compaction }),
    ...(web.length === 0 ? {} : { web }),
    ...(task.review === undefined ? {} : { review: task.review }),
    ...terms.recorded,
  };
}

function cellEvent({ cell, network, policy }: Workbench): EventOf<"cell.open"> {
  const reaches = network.length === 0 ? {} : { network };
  const unsealed =
    cell.level === "sealed" || policy.default === "approve" ? undefined : (policy.sandbox.unsealed ?? "lines");
  return { type: "cell.open", rung: cell.level, probes: cell.probes, ...reaches, ...(unsealed && { unsealed }) };
}

/** A new id. Ids sort by day and are unique within a day. */
export function newSessionId(): string {
  const day = new Date(systemClock.now()).toISOString().slice(0, 10).replaceAll("-", "");
  return `${day}-${randomBytes(4).toString("hex")}`;
}
