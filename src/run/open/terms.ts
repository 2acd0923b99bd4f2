/** The terms of a run: its models, its limits, and the money that is reserved for it. */

import { systemClock } from "../../base/clock.ts";
import type { EmbeddingsModel } from "../../engine/embed-texts.ts";
import { requireFeatures } from "../../llm/features.ts";
import type { Policy } from "../../policy/policy.ts";
import { configError } from "../../protocol/error.ts";
import type { Limits, SessionTerms } from "../../protocol/limits.ts";
import type { ChatModel } from "../../protocol/model.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { ModelTask } from "../../protocol/subagent.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import { unsharedSpending, type RunSpending } from "../../spending/run-spending.ts";
import type { ReserveOptions } from "../../spending/reserve-money.ts";
import {
  loadModels,
  modelUnderPolicy,
  settingsFor,
  type ModelNames,
  type NamedSettings,
  type PolicyModelOptions,
} from "./model.ts";
import { requirePrice } from "./limits.ts";
import type { World } from "./request.ts";
import { stateDir } from "./state-dir.ts";
import type { Workbench } from "./workbench.ts";

/** Opens the ledger that a run shares with other runs. */
export type OpenLedgerStore = (bench: Workbench, origin: SessionOrigin | undefined) => Promise<LedgerStore>;

interface MoneyOptions extends Pick<ReserveOptions, "limits" | "spentUsd" | "sessionId"> {
  /** This machine's ledger when left out. */
  readonly openStore?: OpenLedgerStore | undefined;
  readonly origin?: SessionOrigin | undefined;
  readonly bench: Workbench;
  readonly world: World;
}

/** Models for kinds of work, such as `models.subagent` and `models.summarise` in the policy or the agent file. */
export interface TaskModels {
  readonly get: (task: Exclude<ModelTask, "embeddings">) => ChatModel | undefined;
  readonly embeddings?: EmbeddingsModel | undefined;
}

export type RunTerms = Awaited<ReturnType<typeof openTerms>>;

interface TermsOptions extends MoneyOptions, Omit<PolicyModelOptions, "policy" | "world"> {
  readonly names: ModelNames;
}

/** Reserves the money and loads the models. `open` returns the money that is left. Throws as `reserveMoney` and `loadModels`. */
export async function openTerms(options: TermsOptions, open: AsyncDisposableStack) {
  const { names, bench } = options;
  const loading = { ...options, policy: bench.policy };
  const spending = await openSpending(options);
  open.defer(async () => void (await spending.settle()));
  const { limits } = spending; // lowered to the money that a day and a thread have left
  const models = await loadModels(names, loading);
  const taskModels = await loadTaskModels(loading, limits);
  const [{ name, window, prices }] = models;
  const priced = prices === undefined ? {} : { prices };
  const recorded: SessionTerms = { model: name, window, ...priced, fallbackModel: names.fallbackModel, limits };
  return { limits, spending, models, taskModels, recorded };
}

/** Reserves what the run may cost. Throws as `reserveMoney`. */
async function openSpending(options: MoneyOptions): Promise<RunSpending> {
  const { openStore, origin, bench, world } = options;
  const outsider = outsiderOf(origin, bench.policy);
  const costUsd = Math.min(outsider?.costUsd ?? Infinity, options.limits.costUsd ?? Infinity);
  const limits = outsider === undefined ? options.limits : { ...options.limits, costUsd };
  const isOfThread = limits.costUsdPerThread !== undefined && origin?.thread !== undefined;
  const isShared =
    outsider !== undefined || limits.costUsdPerDay !== undefined || (openStore !== undefined && isOfThread);
  if (!isShared) return unsharedSpending(limits);
  const [{ reserveMoney }, store] = await Promise.all([
    import("../../spending/reserve-money.ts"),
    openStore === undefined ? localLedger(bench, world) : openStore(bench, origin),
  ]);
  return reserveMoney({ ...options, limits, outsider, store, clock: systemClock, warn: world.warn });
}

/** The outsider whose money is counted separately. Throws `config.invalid` where the policy lets outsiders start nothing. */
function outsiderOf(origin: SessionOrigin | undefined, { outsiders }: Pick<Policy, "outsiders">) {
  if (origin?.outsider !== true) return undefined;
  if (outsiders === undefined || origin.requester === undefined)
    throw configError(
      "The policy lets people without write permission start nothing.",
      "See `outsiders` in the policy.",
    );
  const { costUsd, costUsdPerPerson: personUsd, costUsdPerDay: allUsd } = outsiders;
  return { id: origin.requester.id, costUsd, personUsd, allUsd };
}

async function localLedger({ repository }: Workbench, world: World): Promise<LedgerStore> {
  const { createLocalLedger } = await import("../../spending/local-ledger.ts");
  return createLocalLedger({ stateDir: stateDir(world), root: repository.root, clock: systemClock });
}

/** Loads the models for kinds of work that are named, each once. The policy comes before the agent file. Throws as `loadModels`. */
async function loadTaskModels({ settings, ...options }: PolicyModelOptions, limits: Limits): Promise<TaskModels> {
  const named = new Map([...(options.agent.modelTasks ?? []), ...options.policy.modelTasks]);
  if (options.agent.modelTasks?.has("embeddings") === true) {
    throw configError(
      "An agent file cannot name `models.embeddings`: its provider gets parts of the code.",
      "Name it in the policy.",
    );
  }
  if (named.size === 0) return new Map<ModelTask, ChatModel>();
  // The setting of how much to think is for the run's own model.
  const { thinking: _, ...given } = settings;
  const made = new Map<string, Promise<ChatModel>>();
  const embeddings = named.get("embeddings");
  named.delete("embeddings");
  const loaded = [...named].map(async ([task, name]) => {
    const making = made.get(name) ?? modelUnderPolicy({ ...options, settings: settingsFor(name, given) });
    made.set(name, making);
    const model = await making;
    requirePrice(model, limits);
    const tools = task === "summarise" || task === "apply" ? 0 : 1;
    requireFeatures(model, { tools });
    return [task, model] as const;
  });
  const chats = new Map<ModelTask, ChatModel>(await Promise.all(loaded));
  if (embeddings === undefined) return chats;
  const { createEmbeddingsModel, requireEmbeddings } = await import("../../llm/vectors/embeddings.ts");
  requireEmbeddings(embeddings);
  let vectors: readonly Float32Array[] = [];
  const make: NamedSettings["make"] = (adapter) =>
    createEmbeddingsModel(adapter, (next) => {
      vectors = next;
    });
  const asked = { ...settingsFor(embeddings, given), toolSyntax: undefined, make };
  const model = await modelUnderPolicy({ ...options, settings: asked, warn: undefined });
  requirePrice(model, limits);
  return { get: (task) => chats.get(task), embeddings: { model, vectors: () => vectors } };
}
