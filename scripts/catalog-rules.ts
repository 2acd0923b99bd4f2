/** The rules of scripts/catalog.ts: which models are listed, and which value is taken where the two lists differ. */

import { THINKING, type Thinking, type ThinkingForm } from "../src/protocol/model.ts";

interface PiPrice {
  readonly input: number;
  /** 0 means that there is no price of its own. */
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** A model in pi's list: the fields that are read. */
export interface PiModel {
  readonly type: string;
  readonly id: string;
  readonly reasoning: boolean;
  readonly input: readonly string[];
  readonly cost: PiPrice & { readonly tiers?: readonly (PiPrice & { readonly inputTokensAbove: number })[] };
  readonly contextWindow: number;
  readonly maxTokens: number;
  /** `null`: the level is not accepted. Left out: it is accepted, except for the two highest levels. */
  readonly thinkingLevelMap?: Partial<Record<Thinking, string | null>>;
  readonly compat?: {
    readonly thinkingFormat?: string;
    readonly forceAdaptiveThinking?: boolean;
    readonly supportsReasoningEffort?: boolean;
  };
}

/** A row of litellm's file: the fields that are read. Prices are per token. */
export type LitRow = Readonly<Record<string, unknown>> & {
  readonly mode?: string;
  readonly max_input_tokens?: number;
  readonly max_output_tokens?: number;
  readonly supports_function_calling?: boolean;
  /** YYYY-MM-DD. */
  readonly deprecation_date?: string;
};

interface Place {
  readonly provider: string;
  readonly lit: LitRow | undefined;
  /** All ids of the provider. */
  readonly ids: ReadonlySet<string>;
  /** `provider/id` of the rows so far → what the model costs there. */
  readonly listed: ReadonlyMap<string, PiModel["cost"]>;
  readonly today: string;
}

type Note = (text: string) => void;
type Prices = readonly [input: number, cacheRead: number, cacheWrite: number, output: number];

const SNAPSHOT = /-(\d{8}|\d{4}-\d{2}-\d{2})$/;

/** Why a model is not listed; undefined for one that is. */
export function whyNot(model: PiModel, { provider, lit, ids, listed, today }: Place): string | undefined {
  const { id, cost } = model;
  if (provider === "qwen" && !id.startsWith("qwen")) return "another vendor's model";
  if (provider === "openrouter" && ownCost(id, listed) === undefined) return "its vendor's own row is not listed";
  if ((lit?.deprecation_date ?? "9") <= today) return `retired on ${lit?.deprecation_date ?? ""}`;
  if (/-latest\b/.test(id)) return "known-models.ts has the newest row of its family for it";
  if (SNAPSHOT.test(id) && ids.has(id.replace(SNAPSHOT, ""))) return "a dated name of another row";
  if (cost.input === 0 || cost.output === 0) return "no price";
  if (lit?.supports_function_calling === false || (lit === undefined && provider === "openai")) return "no tool calls";
  if (/voxtral|pixtral|safeguard/.test(id)) return "not a model for agents";
  const isServed = provider !== "openai" || lit?.mode === "chat" || lit?.mode === "responses";
  return isServed ? undefined : "in neither of OpenAI's formats";
}

/** OpenRouter's name of a vendor → our name. */
const VENDORS: Readonly<Record<string, string>> = {
  openai: "openai",
  anthropic: "anthropic",
  google: "gemini",
  moonshotai: "kimi",
  deepseek: "deepseek",
  "z-ai": "zai",
  "x-ai": "xai",
  mistralai: "mistral",
  minimax: "minimax",
  qwen: "qwen",
};

/**
 * What a model of OpenRouter costs at its own vendor. OpenRouter writes `claude-opus-4.5` for `claude-opus-4-5`, and names in small
 * letters. Names with `:free` and the like are other offers.
 */
function ownCost(id: string, listed: Place["listed"]): PiModel["cost"] | undefined {
  const [vendor = "", model = ""] = id.split("/");
  const plain = (name: string): string => name.toLowerCase().replaceAll(".", "-");
  const wanted = `${VENDORS[vendor] ?? ""}/${plain(model)}`;
  return [...listed].find(([name]) => plain(name) === wanted)?.[1];
}

/**
 * pi's prices, where it has some: it has none for Qwen. Its prices of OpenRouter are the cheapest seller's. A request may go to the
 * vendor, so the vendor's prices count where they are higher.
 */
export function costOf(
  { id, cost }: PiModel,
  { provider, lit, listed }: Pick<Place, "provider" | "lit" | "listed">,
): PiModel["cost"] {
  if (provider === "qwen") return pricesOf(lit);
  const own = provider === "openrouter" ? ownCost(id, listed) : undefined;
  if (own === undefined) return cost;
  const tiers = (cost.tiers ?? own.tiers)?.map((tier) => ({
    ...dearer(tier, own.tiers?.find(({ inputTokensAbove }) => inputTokensAbove === tier.inputTokensAbove) ?? own),
    inputTokensAbove: tier.inputTokensAbove,
  }));
  return { ...dearer(cost, own), ...(tiers === undefined ? {} : { tiers }) };
}

function dearer(one: PiPrice, other: PiPrice): PiPrice {
  const most = (name: keyof PiPrice): number => Math.max(one[name], other[name]);
  return { input: most("input"), cacheRead: most("cacheRead"), cacheWrite: most("cacheWrite"), output: most("output") };
}

/** The prices of a row of litellm in US dollars per million tokens. Of several tiers the most expensive counts. */
function pricesOf(lit: LitRow | undefined): PiPrice {
  const tiers = Array.isArray(lit?.["tiered_pricing"]) ? (lit["tiered_pricing"] as readonly LitRow[]) : [lit ?? {}];
  const most = (name: string): number =>
    Math.max(0, ...tiers.map((tier) => (typeof tier[name] === "number" ? Number((tier[name] * 1e6).toFixed(6)) : 0)));
  return {
    input: most("input_cost_per_token"),
    cacheRead: most("cache_read_input_token_cost"),
    cacheWrite: most("cache_creation_input_token_cost"),
    output: most("output_cost_per_token"),
  };
}

export function inputOf({ input }: PiModel): "text" | "image" {
  return input.includes("image") ? "image" : "text";
}

export function sizeOf(
  { contextWindow, maxTokens, cost }: PiModel,
  lit: LitRow | undefined,
  note: Note,
): { readonly window: number; readonly maxOutput: number; readonly prompt?: number } {
  const { max_input_tokens: input = contextWindow, max_output_tokens: output = maxTokens } = lit ?? {};
  const isCut = cost.tiers?.some(({ inputTokensAbove }) => inputTokensAbove === contextWindow) ?? false;
  const window = isCut ? input : contextWindow;
  const maxOutput = Math.min(maxTokens, output);
  if (input !== contextWindow) note(`window ${contextWindow} or ${input} (litellm): ${window}`);
  if (output !== maxTokens) note(`output ${maxTokens} or ${output} (litellm): ${maxOutput}`);
  // The window is prompt and answer together, and litellm says how much of it a prompt may take.
  return { window, maxOutput, ...(input + maxOutput === window ? { prompt: input } : {}) };
}

export function priceOf(
  { cost }: PiModel,
  lit: LitRow | undefined,
  note: Note,
): { readonly price: Prices; readonly over?: string } {
  const [tier, ...more] = cost.tiers ?? [];
  if (more.length > 0) throw new Error("A model has two tiers of prices, and a row has room for one.");
  const price = higher(cost, lit, "", note);
  if (tier === undefined) return { price };
  const { inputTokensAbove: tokens } = tier;
  return { price, over: `${tokens}:${higher(tier, lit, `_above_${tokens / 1000}k_tokens`, note).join("/")}` };
}

function higher(pi: PiPrice, lit: LitRow | undefined, suffix: string, note: Note): Prices {
  const taken = (name: string, ours: number): number => {
    const perToken = lit?.[`${name}${suffix}`];
    const theirs = typeof perToken === "number" ? Number((perToken * 1e6).toFixed(6)) : ours;
    if (theirs !== ours) note(`${name}${suffix} ${ours} or ${theirs} (litellm): ${Math.max(ours, theirs)}`);
    return Math.max(ours, theirs);
  };
  const input = taken("input_cost_per_token", pi.input);
  return [
    input,
    taken("cache_read_input_token_cost", pi.cacheRead || input),
    taken("cache_creation_input_token_cost", pi.cacheWrite || input),
    taken("output_cost_per_token", pi.output),
  ];
}

interface Form {
  readonly form: ThinkingForm;
  readonly levels: readonly Thinking[];
  readonly off?: "disabled";
}

/** The levels of models whose thinking is only on or off. */
const ON_OFF: readonly Thinking[] = ["off", "high"];

export function thinkingOf(provider: string, model: PiModel): Form {
  const { id, compat, reasoning } = model;
  const levels = levelsOf(model);
  const onOff = ON_OFF.filter((level) => levels.includes(level));
  if (!reasoning) return { form: "none", levels: [] };
  switch (provider) {
    case "anthropic":
    case "minimax": {
      // Claude reads the lowest level as "low".
      const own = levels.filter((level) => level !== "minimal");
      if (compat?.forceAdaptiveThinking !== true) return { form: "budget", levels: own };
      // From Claude 5 on thinking is on unless it is switched off.
      const isOn = own.includes("off") && Number(/^claude-[a-z]+-(\d+)/.exec(id)?.[1] ?? 0) >= 5;
      return { form: "adaptive", levels: own, ...(isOn ? { off: "disabled" } : {}) };
    }
    case "kimi":
      return compat?.thinkingFormat === "deepseek" ? { form: "keep", levels: onOff } : { form: "effort", levels };
    case "deepseek":
      return { form: "switch", levels };
    case "zai":
      return { form: "preserved", levels: compat?.supportsReasoningEffort === true ? levels : onOff };
    case "qwen":
      return compat?.supportsReasoningEffort === true ? { form: "effort", levels } : { form: "enable", levels: onOff };
    case "openrouter":
      return { form: "reasoning", levels };
    case "openai":
      return { form: "effort", levels };
    default:
      // Google documents that the thinking of this model cannot be switched off; pi does not say so.
      return { form: "effort", levels: levels.filter((level) => id !== "gemini-2.5-pro" || level !== "off") };
  }
}

/** Reads the map as pi does: the two highest levels exist only where the map names them. */
function levelsOf({ thinkingLevelMap = {} }: PiModel): readonly Thinking[] {
  return THINKING.filter((level) => {
    const said = thinkingLevelMap[level];
    if (said === undefined) return level !== "xhigh" && level !== "max";
    // A level that the provider calls by another word cannot be sent. Google's capitals and the word for "off" are exceptions.
    return said !== null && (level === "off" || said.toLowerCase() === level);
  });
}
