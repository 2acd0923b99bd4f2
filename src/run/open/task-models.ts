/** Models for kinds of work, such as `models.subagent` and `models.summarise` in the policy or the agent file. */

import { requireFeatures } from "../../llm/features.ts";
import { configError } from "../../protocol/error.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { ChatModel } from "../../protocol/model.ts";
import type { ModelTask } from "../../protocol/subagent.ts";
import { requirePrice } from "./limits.ts";
import type { EmbeddingsModel } from "../../engine/embed-texts.ts";
import { modelUnderPolicy, settingsFor, type NamedSettings, type PolicyModelOptions } from "./model.ts";

export interface TaskModels {
  readonly get: (task: Exclude<ModelTask, "embeddings">) => ChatModel | undefined;
  readonly embeddings?: EmbeddingsModel | undefined;
}

const NO_TASK_MODELS: TaskModels = new Map<ModelTask, ChatModel>();

/** Loads the models that are named, each once. The policy comes before the agent file. Throws as `loadModels`. */
export async function loadTaskModels(
  { settings, ...options }: PolicyModelOptions,
  limits: Limits,
): Promise<TaskModels> {
  const named = new Map([...(options.agent.modelTasks ?? []), ...options.policy.modelTasks]);
  if (options.agent.modelTasks?.has("embeddings") === true) {
    throw configError(
      "An agent file cannot name `models.embeddings`: its provider gets parts of the code.",
      "Name it in the policy.",
    );
  }
  if (named.size === 0) return NO_TASK_MODELS;
  // The setting of how much to think is for the run's own model.
  const { thinking: _, ...given } = settings;
  const made = new Map<string, Promise<ChatModel>>();
  const embeddings = named.get("embeddings");
  named.delete("embeddings");
  const loaded = [...named].map(async ([task, name]) => {
    if (!made.has(name)) made.set(name, modelUnderPolicy({ ...options, settings: settingsFor(name, given) }));
    const model = await made.get(name);
    if (model === undefined) throw configError(`There is no model for ${task}.`, "Name one as provider/id.");
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
