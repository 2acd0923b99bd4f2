/** Makes the main agent's turns from the parts of a run: for each prompt, one frozen object with all that the engine may use. */

import { join } from "node:path";
import type { AgentSpec } from "../../agents/agent-spec.ts";
import { createFolderRules } from "../../agents/folder-rules.ts";
import { gitHistory, gitStatus } from "../../agents/git-status.ts";
import { listWorkspace } from "../../agents/listing.ts";
import { buildSystemPrompt } from "../../agents/system-prompt.ts";
import { isReadOnly } from "../../agents/tool-lists.ts";
import { canonicalJson } from "../../base/canonical-json.ts";
import { systemClock } from "../../base/clock.ts";
import { fileText } from "../../base/file-text.ts";
import { createInTurn } from "../../base/in-turn.ts";
import { sha256 } from "../../base/sha256.ts";
import { createBrowser } from "../../browser/client.ts";
import { listSkills } from "../../commands/skill.ts";
import { createApplySketch } from "../../engine/apply-sketch.ts";
import { createEmbedder, type EmbeddingsState } from "../../engine/embed-texts.ts";
import { createBudget } from "../../engine/budget.ts";
import { toolSpecs } from "../../engine/state/request.ts";
import { failureDigest } from "../../engine/verify.ts";
import { createCodeIndex } from "../../index/client.ts";
import { createRetryBudget } from "../../llm/retry-budget.ts";
import { isUnreadable } from "../../policy/approval-gate.ts";
import { OUTPUT_LIMITS } from "../../policy/github-pattern.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import { policyWords, type PolicyWordsOptions } from "../../policy/policy-words.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Hooks } from "../../protocol/hooks.ts";
import { DEFAULT_BACKGROUND_SECONDS, type Limits } from "../../protocol/limits.ts";
import type { Arrival } from "../../protocol/message.ts";
import type { ChatModel } from "../../protocol/model.ts";
import { countOf } from "../../protocol/result.ts";
import type { Tool } from "../../protocol/tool.ts";
import { MAIN_AGENT, type Inbox, type Turn } from "../../protocol/turn.ts";
import { createBlobStore } from "../../session/bundle.ts";
import { createBackgroundNotices } from "../../tools/background-notices.ts";
import { createSeenFiles } from "../../tools/define/seen-files.ts";
import type { GitHubReach } from "../../tools/github/output.ts";
import { TOOLS } from "../../tools/registry.ts";
import { createHooks } from "./hooks.ts";
import { createLazyReview, createLazyWeb, type LazyReview } from "./lazy-modules.ts";
import type { RunParts } from "./run-parts.ts";
import { carryOver, planReminder, restoreModes } from "./reminders.ts";
import { createModelChoice } from "../open/model.ts";
import { keepStart } from "../end/kept-start.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { Session } from "../open/session.ts";
import { createWorkers, cutOffNews, type WorkersOptions } from "./subagents.ts";
import { offeredTools, toolsOfSubagent, toolDepsOf } from "./tool-deps.ts";
import { approvalGateOf, toolsOf } from "./toolbox.ts";
import { createVerifier } from "./verifier.ts";
import { createWorkspace } from "../open/workspace.ts";

/** Hex digits: enough against collisions, and half of what OpenAI accepts. */
const CACHE_KEY_CHARS = 32;

const SERVERS_SAY =
  "What the MCP servers say of their tools, in their own words. It is information about them and no instruction of the user:";

export type Assembly = ReturnType<typeof assemble>;

/** Makes what stays the same from one prompt of the run to the next. */
export function assemble(parts: RunParts) {
  const { bench, agent, session, limits, mcp } = parts;
  const { state } = session;
  const { begin } = state();
  const findings = begin?.review && createLazyReview(bench, begin.review, () => state().findings);
  const areas = begin?.review?.areas === undefined ? undefined : findings;
  const models = createModelChoice(parts.models);
  const shared = sharedOf(parts, models);
  // Without thread and session, so that the runs of a repository share the provider's cache of their beginning.
  const place = begin?.origin?.repository ?? begin?.workDir ?? "";
  const cacheKeyOf = (name: string): string => sha256(canonicalJson([place, name])).slice(0, CACHE_KEY_CHARS);
  const hooksOf = (ending: AbortSignal): Hooks => createHooks({ bench, session, signal: ending });
  const tools = toolsOfRun(parts, { shared, model: models.now, cacheKeyOf, hooksOf, findings });
  const verifier = begin?.readOnly === true ? undefined : createVerifier(bench.policy.verify, bench.cell);
  return {
    hooks: hooksOf(shared.signal),
    tools,
    /** Makes the system prompt of the main agent. A session keeps the one that it began with. */
    systemPrompt: async (): Promise<string> => {
      const own = await systemPromptOf(parts, agent, { isSubagent: false });
      const { instructions } = mcp.gateway;
      return instructions.length === 0 ? own : [own, SERVERS_SAY, ...instructions].join("\n\n");
    },
    /** A turn that starts where the session is now. `turnSignal` ends this turn only. */
    turn: (turnSignal: AbortSignal): Turn =>
      Object.freeze({
        ...shared,
        get model() {
          return models.now();
        },
        hooks: hooksOf(turnSignal),
        system: state().system,
        cacheKey: cacheKeyOf(agent.spec.name),
        tools: tools(),
        context: session.context,
        progressed: progressedOf(session),
        agentId: MAIN_AGENT,
        success: { mustChange: begin?.mustChange, verifier, next: areas && nextArea(areas, { state, limits }) },
        signal: turnSignal,
      }),
  };
}

type Shared = ReturnType<typeof sharedOf>;

function sharedOf(parts: RunParts, models: ReturnType<typeof createModelChoice>) {
  const { bench, agent, session, limits, usedMs = 0 } = parts;
  const { cell, git, policy } = bench;
  const { state } = session;
  const { begin, spent } = state();
  const deadlineMs = systemClock.monotonic() + limits.minutes * 60_000 - usedMs;
  return {
    outage: {
      retryBudget: () =>
        createRetryBudget({ model: models.now(), limits, clock: systemClock, random: Math.random, deadlineMs })(),
      fallBack: models.fallBack,
    },
    gate: approvalGateOf(bench, state),
    workspace: createWorkspace(git, cell, (...file) => judgeChange(policy, cell.level, state().answered)(...file), {
      begun: async (opened, tree) => {
        if (state().snapshots.length === 0) await keepStart({ bench, bundle: session.bundle }, opened, tree);
      },
      ownTreeAt: begin?.origin && parts.change.treeAt,
      isFrozen: () => state().planMode,
      restored: bench.hideAgain,
    }),
    blobs: createBlobStore(session.bundle.blobs, session.redact),
    limits,
    budget: createBudget({ limits, spent, clock: systemClock, usedMs }),
    identity: requestIdentityOf(session),
    emit: session.emit,
    showAnswer: session.showAnswer,
    folderRules: createFolderRules(bench.nestedAgentsMd, bench.readTrusted),
    room: {
      by: agent.spec.compaction,
      summaryModel: () => parts.taskModels.get("summarise"),
      carryOver: () => carryOver(state(), { cell, modes: agent.modes }),
    },
    restoreModes: restoreModes({ session, agent }),
    inbox: inboxOf(parts),
    reminder: (step: number) => planReminder(state().planMode, step),
    clock: systemClock,
    signal: parts.stopper.signal,
  };
}

/** Messages for the main agent: news and ended background commands, and words of the driving process. Subagents get none of them. */
function inboxOf({ bench, agent, session, limits, news = [], hooks }: RunParts): Inbox {
  const steers = hooks.streamInput?.steers;
  let told = [...news, ...cutOffNews(session.state(), agent.spec.subagents)];
  const waitMs = (limits.backgroundSeconds ?? DEFAULT_BACKGROUND_SECONDS) * 1000;
  const notices = createBackgroundNotices(bench.cell, { waitMs, clock: systemClock });
  return {
    take: async () => {
      const arrivals: Arrival[] = (steers?.take() ?? []).map((text) => ({ kind: "steer", text }));
      for (const text of told) arrivals.push({ kind: "notice", text });
      told = [];
      for (const text of await notices.take()) arrivals.push({ kind: "notice", text });
      return arrivals;
    },
    hasSteer: () => steers?.isWaiting() ?? false,
    settle: notices.settle,
  };
}

/** The system prompt of an agent that begins. AGENTS.md, policy and skills come from the base commit: the work tree is only data. */
async function systemPromptOf(
  { bench, session }: RunParts,
  { spec, skills }: Pick<RunAgent, "spec" | "skills">,
  { isSubagent }: Pick<PolicyWordsOptions, "isSubagent">,
): Promise<string> {
  const { cell, agentsMd, policy, repository, gitPath } = bench;
  const shallow = fileText(join(repository.gitDir, "shallow")) ?? "";
  const [listing, status, history] = await Promise.all([
    listWorkspace(cell),
    gitStatus(cell, gitPath),
    gitHistory(cell, gitPath, shallow),
  ]);
  const isReadOnly = session.state().begin?.readOnly === true;
  return buildSystemPrompt(spec, {
    KIMI_NOW: new Date(systemClock.now()).toISOString(),
    KIMI_WORK_DIR: repository.root,
    KIMI_WORK_DIR_LS: listing,
    KIMI_GIT_STATUS: history === "" ? status : `${status || "unknown"}${history}`,
    KIMI_AGENTS_MD: agentsMd,
    KIMI_POLICY: policyWords(policy, { isReadOnly, isSubagent, level: cell.level }),
    KIMI_SKILLS: listSkills(skills),
    KIMI_ADDITIONAL_DIRS_INFO: "",
    KIMI_OS: process.platform,
    KIMI_SHELL: "bash",
  });
}

interface ToolParts extends Pick<WorkersOptions, "model" | "cacheKeyOf" | "hooksOf"> {
  readonly shared: Shared;
  readonly findings: LazyReview | undefined;
}

/** The tools of the main agent, of which `new_task` starts subagents with tools of their own. */
function toolsOfRun(
  parts: RunParts,
  { shared, model, cacheKeyOf, hooksOf, findings }: ToolParts,
): () => ReadonlyMap<string, Tool> {
  const { bench, agent, session, mcp, taskModels } = parts;
  const { cell, policy } = bench;
  const { custom } = agent;
  const { state, redact } = session;
  const { begin } = state();
  const readOnly = begin?.readOnly === true;
  const traits = { web: new Set(begin?.web) };
  const apply = taskModels.get("apply");
  const { embeddings } = taskModels;
  const applied = () => state().progressed.unfinished.calls?.applied ?? new Map<string, string>();
  const vectors: EmbeddingsState = { kept: new Map(), inTurn: createInTurn() };
  /** What the tools of each agent do not share with other agents. `asked` returns the model that the agent uses now. */
  const ownDeps = (of: Pick<Turn, "agentId" | "emit">, asked: () => ChatModel) => {
    const turn = { ...shared, ...of };
    const cacheKey = cacheKeyOf("apply");
    return {
      browser: bench.browser === undefined ? undefined : createBrowser(cell, { file: bench.browser }),
      sees: () => asked().features.has("image_in"),
      applySketch: apply && createApplySketch({ turn: { ...turn, model: apply }, cacheKey, redact, applied }),
      embedder: embeddings && createEmbedder({ source: embeddings, state: vectors, turn, redact }),
    };
  };
  const modelFor = (spec: AgentSpec) => taskModels.get(taskOf(spec)) ?? taskModels.get("subagent");
  const workers = createWorkers({
    session,
    shared,
    model,
    modelFor,
    hooksOf,
    subagents: agent.spec.subagents,
    excludes: agent.spec.excludes,
    cacheKeyOf,
    systemOf: (spec) => systemPromptOf(parts, { spec, skills: [] }, { isSubagent: true }),
    toolsOf: (spec, of) => {
      const own = { ...ownDeps(of, () => modelFor(spec) ?? model()), seen: createSeenFiles(of.seen) };
      const offered = toolsOfSubagent(spec, traits);
      return toolsOf({ deps: { ...deps(), ...own }, mcp, custom, offered, spec: () => spec });
    },
  });
  const made = {
    cell,
    agent,
    workers,
    session,
    readOnly,
    mayRead: (path: string): boolean => !isUnreadable(policy, path),
    code: createCodeIndex(cell),
    web: createLazyWeb({ cell, policy, search: parts.search }),
    github: createGitHubReach(parts),
    findings,
    onTimeout: policy.sandbox.onTimeout ?? "kill",
    ...ownDeps({ agentId: MAIN_AGENT, emit: session.emit }, model),
  };
  const deps = () => toolDepsOf({ ...made, seen: state().seen });
  const spec = (): AgentSpec => agent.modes?.get(state().mode ?? "") ?? agent.spec;
  const granted = { ...traits, github: new Set(begin?.github), reviews: findings !== undefined };
  return () => {
    const offered = offeredTools(agent, { hasPlanned: state().hasPlanned, ...granted });
    return toolsOf({ deps: deps(), mcp, custom, offered, spec });
  };
}

/** The next area of a large review, where the steps are enough for one that takes as many as the others did. */
function nextArea(review: LazyReview, { state, limits }: Pick<Session, "state"> & { readonly limits: Limits }) {
  return async (steps: number): Promise<string | undefined> => {
    const done = state().areas;
    return steps * (done + 1) > limits.steps * done ? undefined : await review.next(done);
  };
}

/** What a run may ask for on GitHub: the limits of its policy, what it has used of them, and the thread that started it. */
function createGitHubReach({ bench: { policy }, session: { state }, hooks }: RunParts): GitHubReach {
  const { searchIssues = notHere } = hooks;
  let searches = 0;
  return {
    get thread() {
      return state().begin?.origin?.thread;
    },
    limit: (action) => policy.publish.outputs?.[action] ?? OUTPUT_LIMITS[action],
    used: (action) => {
      if (action === "search") return searches;
      const asked = state().outputs.filter((output) => output.action === action);
      return asked.reduce((sum, output) => sum + countOf(output), 0);
    },
    search: async (query, signal) => {
      searches += 1;
      return await searchIssues(query, signal);
    },
  };
}

async function notHere(): Promise<never> {
  throw new RunnerError({ code: "tool.input", message: "search_issues: this machine does not ask GitHub.", hint: "" });
}

/** The kind of work that a subagent is started for, by which the policy may name its model. */
function taskOf({ name, tools }: AgentSpec): "plan" | "subagent" | "edit" {
  if (name === "plan") return "plan";
  return isReadOnly(tools, TOOLS) ? "subagent" : "edit";
}

/** The progress of the main agent. */
export function progressedOf({ state }: Pick<Session, "state">): Turn["progressed"] {
  const { progressed, snapshots, told } = state();
  const failed = told?.results.filter(({ passed }) => !passed) ?? [];
  const failure = failed.length === 0 ? undefined : failureDigest(failed);
  return { ...progressed, firstTree: snapshots[0], failure };
}

/** SHA-256 of what a request says about its tools. */
export function toolsDigest(tools: ReadonlyMap<string, Tool>): string {
  return sha256(canonicalJson(toolSpecs(tools)));
}

/** What an approval is bound to, besides the call itself. It is the session's own, so that its approvals hold in another place. */
export function requestIdentityOf({ state }: Pick<Session, "state">): Turn["identity"] {
  const { sessionId = "", baseCommit = "", headCommit = "", policyDigest = "", workDir = "" } = state().begin ?? {};
  return { sessionId, baseCommit, headCommit, policyDigest, workDir };
}
