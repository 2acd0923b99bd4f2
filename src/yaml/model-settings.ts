/** The section `models` of a policy and of an agent file: its schema, and the settings of each model. */

import * as z from "zod/mini";
import { definedMembers } from "../base/member.ts";
import { nearest } from "../base/nearest.ts";
import {
  CAP_FIELDS,
  PROVIDER_NAMES,
  THINKING,
  THINKING_FORMS,
  WIRE_FORMATS,
  type OwnModel,
  type Price,
} from "../protocol/model.ts";
import { MODEL_TASKS, type ModelTask } from "../protocol/subagent.ts";
import { checked, describe, flag, list, mapping, named, number, oneOf, setting, whole } from "./fields.ts";

const LEVELS = 'a list of levels, like ["low", "high"]';

const usdPerMillion = () => number(0, 10_000);

const Model = mapping({
  window: setting(whole(1_000, 100_000_000), "Tokens of prompt and answer together."),
  output: setting(whole(256, 10_000_000), "Most tokens of one answer."),
  price: setting(
    mapping(
      {
        input: describe(usdPerMillion(), "US dollars per million tokens of the prompt."),
        output: describe(usdPerMillion(), "US dollars per million tokens of the answer."),
        cached_input: setting(
          usdPerMillion(),
          "US dollars per million prompt tokens that come from the cache; `input` when left out.",
        ),
        cache_write: setting(
          usdPerMillion(),
          "US dollars per million prompt tokens that are written to the cache; `input` when left out.",
        ),
      },
      "US dollars per million tokens, like { input: 0.5, output: 2 }",
    ),
    "US dollars per million tokens; `limits.cost_usd` needs it for a model that is not in the catalog.",
  ),
  idle_seconds: setting(whole(5, 3_600), "How long this model may send nothing; `limits.idle_seconds` when left out."),
  vision: setting(flag(), "Whether it takes images."),
  return_reasoning: setting(flag(), "Whether it gets its earlier reasoning back with each request."),
  wire: setting(oneOf(WIRE_FORMATS), "OpenAI's format that it is asked in: Chat Completions or Responses."),
  cap_field: setting(oneOf(CAP_FIELDS), "Name of the output cap in Chat Completions."),
  thinking: setting(
    mapping(
      {
        form: describe(oneOf(THINKING_FORMS), "How a request says how much to think; see docs/models.md."),
        levels: describe(
          list(oneOf(THINKING), LEVELS).check(z.minLength(1, { error: LEVELS })),
          "Levels that it accepts.",
        ),
      },
      'a form and levels, like { form: effort, levels: ["low", "high"] }',
    ),
    "How it is told how much to think.",
  ),
  parameters: setting(
    named(
      checked(parameterProblem, "a field of the request", 64),
      z.unknown(),
      "a mapping of fields to values, like { temperature: 0.2 }",
    ),
    "Further fields of each request, in OpenAI's formats only.",
  ),
});

/** Fields that the runner fills. */
const FILLED = [
  "model",
  "messages",
  "tools",
  "tool_choice",
  "stream",
  "stream_options",
  "prompt_cache_key",
  "reasoning_effort",
  "thinking",
  "input",
  "instructions",
  "include",
  "reasoning",
  "store",
  "max_output_tokens",
  ...CAP_FIELDS,
] as const;

function parameterProblem(name: string): string | undefined {
  return FILLED.some((field) => field === name) ? "a field that the runner does not fill itself" : undefined;
}

function nameProblem(name: string): string | undefined {
  const [, provider = "", id = ""] = /^([^/]*)\/(\S+)$/.exec(name) ?? [];
  if (id === "") return 'a model as `provider/id`, like "ollama/qwen3:32b"';
  if (PROVIDER_NAMES.some((known) => known === provider)) return undefined;
  const near = nearest(provider, PROVIDER_NAMES);
  return `a model of a known provider${near === undefined ? "" : ` (did you mean ${near}/${id}?)`}: ${PROVIDER_NAMES.join(", ")}`;
}

/** `provider/id` of a known provider. */
export const modelName = () => checked(nameProblem, "a model as `provider/id`", 256);

type ModelEntry = z.infer<typeof Model>;
type Entries = Readonly<Record<string, ModelEntry | string>>;

const SETTINGS = "a mapping of settings, like { window: 40000 }";

function keyProblem(key: string): string | undefined {
  if (isTask(key)) return undefined;
  const problem = nameProblem(key);
  return problem === undefined || key.includes("/") ? problem : `${problem}; or a task: ${MODEL_TASKS.join(", ")}`;
}

function isTask(key: string): key is ModelTask {
  return MODEL_TASKS.some((task) => task === key);
}

/** Settings of models by name, and names of models by the kind of work that they are used for. */
export const Models = named(
  checked(keyProblem, "a model as `provider/id`, or a task", 256),
  z.union([Model, modelName()], { error: "settings of a model; for a task a model as `provider/id`" }),
).check(({ value, issues }) => {
  for (const [key, entry] of Object.entries(value)) {
    if (isTask(key) === (typeof entry === "string")) continue;
    const message = isTask(key) ? "a model as `provider/id`" : SETTINGS;
    issues.push({ code: "custom", input: entry, path: [key], message });
  }
});

export function compileModels(entries: Entries): ReadonlyMap<string, OwnModel> {
  return new Map(
    Object.entries(entries).flatMap(([name, entry]) =>
      typeof entry === "string" ? [] : [[name, compileModel(entry)]],
    ),
  );
}

export function compileModelTasks(entries: Entries): ReadonlyMap<ModelTask, string> {
  return new Map(
    Object.entries(entries).flatMap(([key, entry]) => (isTask(key) && typeof entry === "string" ? [[key, entry]] : [])),
  );
}

function compileModel(entry: ModelEntry): OwnModel {
  const { price, idle_seconds: idleSeconds } = entry;
  return definedMembers<OwnModel>({
    window: entry.window,
    maxOutputTokens: entry.output,
    price: price === undefined ? undefined : compilePrice(price),
    idleMs: idleSeconds === undefined ? undefined : idleSeconds * 1000,
    sees: entry.vision,
    returnReasoning: entry.return_reasoning,
    wire: entry.wire,
    capField: entry.cap_field,
    thinking: entry.thinking,
    parameters: entry.parameters,
  });
}

function compilePrice({ input, output, ...cache }: NonNullable<ModelEntry["price"]>): Price {
  return { input, output, cacheRead: cache.cached_input ?? input, cacheWrite: cache.cache_write ?? input };
}
