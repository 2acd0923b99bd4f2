/**
 * What is known of models: window, output cap, images, thinking, price. Data only. A model that is not here works with the
 * defaults, has no price, and nothing but tool calls is assumed of it. Checked November 2026 against models.dev and the vendors' pricing pages named at each group.
 */

import type { TokenUsage } from "../protocol/model.ts";
import type { ProviderName } from "./providers.ts";
import type { ThinkingControl } from "./thinking.ts";

/** US dollars per million tokens. */
interface Price {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export interface CatalogRow {
  readonly provider: ProviderName;
  /** The id. Dated snapshots of it (`-20251001`, `-2026-04-01`) share its row; other suffixes (`-pro`, `-mini`) do not: they cost otherwise. */
  readonly id: string;
  /** Tokens of prompt and answer together. */
  readonly window: number;
  readonly maxOutput: number;
  /** Takes images. Every model here calls tools. */
  readonly sees: boolean;
  /** Left out: it does not think. */
  readonly thinking?: ThinkingControl;
  readonly price: Price;
  /** Another price for prompts over `over` tokens; all of the prompt is charged at it. */
  readonly longPrompt?: { readonly over: number; readonly price: Price };
  /** Chat Completions refuses tools beside reasoning for this model; reasoning is switched off when tools are sent. */
  readonly noReasoningWithTools?: true;
}

const ANY = ["off", "low", "medium", "high"] as const;
const ALWAYS = ["low", "medium", "high"] as const;
const EFFORT: ThinkingControl = { form: "effort", levels: ANY };
const EFFORT_ALWAYS: ThinkingControl = { form: "effort", levels: ALWAYS };
/** Chat Completions answers 400 to tools beside any effort but "none" for these models. */
const NEVER_WITH_TOOLS: ThinkingControl = { form: "effort", levels: ["off"] };
/** Moonshot's own K2 models know on and off; the level beside it is for the servers that know more. */
const SWITCH: ThinkingControl = { form: "switch", levels: ANY };
const SWITCH_ALWAYS: ThinkingControl = { form: "switch", levels: ALWAYS };
const BUDGET: ThinkingControl = { form: "budget", levels: ANY };
const ADAPTIVE: ThinkingControl = { form: "adaptive", levels: ANY };
const ADAPTIVE_ALWAYS: ThinkingControl = { form: "adaptive", levels: ALWAYS };

/** `cacheWrite` left out: written at the input price, as everywhere but at Anthropic and the newest OpenAI models. */
function usd(input: number, cacheRead: number, output: number, cacheWrite = input): Price {
  return { input, cacheRead, cacheWrite, output };
}

/** All of a longer prompt is charged double in, and its answer one and a half times. OpenAI and Google have the same rule. */
function dearerOver(over: number, price: Price): Pick<CatalogRow, "price" | "longPrompt"> {
  const { input, cacheRead, cacheWrite, output } = price;
  return { price, longPrompt: { over, price: usd(2 * input, 2 * cacheRead, 1.5 * output, 2 * cacheWrite) } };
}

type Row = Omit<CatalogRow, "provider">;
type Size = Pick<CatalogRow, "window" | "maxOutput" | "sees">;

const K256: Size = { window: 262_144, maxOutput: 262_144, sees: true };
const GPT_1M: Size = { window: 1_050_000, maxOutput: 128_000, sees: true };
const GPT_LONG = 272_000;
const GPT_400K: Size = { window: 400_000, maxOutput: 128_000, sees: true };
const GPT_41: Size = { window: 1_047_576, maxOutput: 32_768, sees: true };
const CLAUDE_1M: Size = { window: 1_000_000, maxOutput: 128_000, sees: true };
const CLAUDE_200K: Size = { window: 200_000, maxOutput: 64_000, sees: true };
const GEMINI: Size = { window: 1_048_576, maxOutput: 65_536, sees: true };
const GEMINI_LONG = 200_000;

const KIMI: readonly Row[] = [
  // platform.kimi.ai/docs/pricing
  {
    id: "kimi-k3",
    window: 1_048_576,
    maxOutput: 131_072,
    sees: true,
    // its third level is above high
    thinking: { form: "effort", levels: ["low", "high"] },
    price: usd(3, 0.3, 15),
  },
  { id: "kimi-k2.7-code", ...K256, thinking: SWITCH_ALWAYS, price: usd(0.95, 0.19, 4) },
  { id: "kimi-k2.6", ...K256, thinking: SWITCH, price: usd(0.95, 0.16, 4) },
  { id: "kimi-k2.5", ...K256, thinking: SWITCH, price: usd(0.6, 0.1, 3) },
  // Retired by Moonshot in May 2026, still served by others under the same ids.
  { id: "kimi-k2-thinking", ...K256, sees: false, thinking: SWITCH_ALWAYS, price: usd(0.6, 0.15, 2.5) },
  { id: "kimi-k2-turbo-preview", ...K256, sees: false, price: usd(2.4, 0.6, 10) },
  { id: "kimi-k2-0905-preview", ...K256, sees: false, price: usd(0.6, 0.15, 2.5) },
];

const OPENAI: readonly Row[] = [
  // developers.openai.com/api/docs/pricing
  {
    id: "gpt-6-sol",
    ...GPT_1M,
    thinking: NEVER_WITH_TOOLS,
    ...dearerOver(GPT_LONG, usd(2, 0.2, 10, 2.5)),
    noReasoningWithTools: true,
  },
  {
    id: "gpt-6-luna",
    ...GPT_1M,
    thinking: NEVER_WITH_TOOLS,
    ...dearerOver(GPT_LONG, usd(0.1, 0.01, 0.5, 0.125)),
    noReasoningWithTools: true,
  },
  { id: "gpt-5.5", ...GPT_1M, thinking: NEVER_WITH_TOOLS, ...dearerOver(GPT_LONG, usd(5, 0.5, 30)) },
  { id: "gpt-5.4", ...GPT_1M, thinking: NEVER_WITH_TOOLS, ...dearerOver(GPT_LONG, usd(2.5, 0.25, 15)) },
  { id: "gpt-5.2", ...GPT_400K, thinking: NEVER_WITH_TOOLS, price: usd(1.75, 0.175, 14) },
  { id: "gpt-5.1", ...GPT_400K, thinking: EFFORT, price: usd(1.25, 0.125, 10) },
  { id: "gpt-5", ...GPT_400K, thinking: EFFORT_ALWAYS, price: usd(1.25, 0.125, 10) },
  { id: "gpt-5-mini", ...GPT_400K, thinking: EFFORT_ALWAYS, price: usd(0.25, 0.025, 2) },
  { id: "gpt-5-nano", ...GPT_400K, thinking: EFFORT_ALWAYS, price: usd(0.05, 0.005, 0.4) },
  { id: "gpt-4.1", ...GPT_41, price: usd(2, 0.5, 8) },
  { id: "gpt-4.1-mini", ...GPT_41, price: usd(0.4, 0.1, 1.6) },
];

const ANTHROPIC: readonly Row[] = [
  // platform.claude.com/docs/en/about-claude/pricing; cache writes at the five-minute rate
  { id: "claude-fable-5-1", ...CLAUDE_1M, thinking: ADAPTIVE_ALWAYS, price: usd(10, 0.25, 50, 12.5) },
  { id: "claude-opus-5-5", ...CLAUDE_1M, thinking: ADAPTIVE_ALWAYS, price: usd(4, 0.2, 20, 5) },
  { id: "claude-opus-5", ...CLAUDE_1M, thinking: { ...ADAPTIVE, off: "disabled" }, price: usd(5, 0.5, 25, 6.25) },
  {
    id: "claude-sonnet-5-5",
    ...CLAUDE_1M,
    thinking: { ...ADAPTIVE, off: "between_tools" },
    price: usd(2, 0.2, 10, 2.5),
  },
  { id: "claude-sonnet-5", ...CLAUDE_1M, thinking: { ...ADAPTIVE, off: "disabled" }, price: usd(2, 0.2, 10, 2.5) },
  { id: "claude-opus-4-8", ...CLAUDE_1M, thinking: ADAPTIVE, price: usd(5, 0.5, 25, 6.25) },
  { id: "claude-opus-4-5", ...CLAUDE_200K, thinking: BUDGET, price: usd(5, 0.5, 25, 6.25) },
  { id: "claude-sonnet-4-6", ...CLAUDE_1M, thinking: ADAPTIVE, maxOutput: 64_000, price: usd(3, 0.3, 15, 3.75) },
  { id: "claude-sonnet-4-5", ...CLAUDE_200K, thinking: BUDGET, price: usd(3, 0.3, 15, 3.75) },
  { id: "claude-haiku-4-5", ...CLAUDE_200K, thinking: BUDGET, price: usd(1, 0.1, 5, 1.25) },
];

const GEMINIS: readonly Row[] = [
  // ai.google.dev/gemini-api/docs/pricing; the 3.8 price doubles in January 2027
  { id: "gemini-3.8-flash", ...GEMINI, thinking: EFFORT_ALWAYS, price: usd(0.75, 0.075, 3.75) },
  { id: "gemini-3.5-flash", ...GEMINI, thinking: EFFORT_ALWAYS, price: usd(1.5, 0.15, 9) },
  { id: "gemini-3.1-pro-preview", ...GEMINI, thinking: EFFORT_ALWAYS, ...dearerOver(GEMINI_LONG, usd(2, 0.2, 12)) },
  { id: "gemini-3-flash-preview", ...GEMINI, thinking: EFFORT_ALWAYS, price: usd(0.5, 0.05, 3) },
  { id: "gemini-2.5-pro", ...GEMINI, thinking: EFFORT_ALWAYS, ...dearerOver(GEMINI_LONG, usd(1.25, 0.125, 10)) },
  { id: "gemini-2.5-flash", ...GEMINI, thinking: EFFORT, price: usd(0.3, 0.03, 2.5) },
];

const of = (provider: ProviderName, rows: readonly Row[]): readonly CatalogRow[] =>
  rows.map((row) => ({ provider, ...row }));

/** Every row, grouped by provider. */
export const CATALOG: readonly CatalogRow[] = [
  ...of("kimi", KIMI),
  ...of("openai", OPENAI),
  ...of("anthropic", ANTHROPIC),
  ...of("gemini", GEMINIS),
];

const SNAPSHOT = /-(\d{8}|\d{4}-\d{2}-\d{2})$/;

/** The row of a model or of a dated snapshot of it; undefined when the catalog does not know it. */
export function findModel(provider: string, id: string): CatalogRow | undefined {
  const family = id.replace(SNAPSHOT, "");
  return CATALOG.find((row) => row.provider === provider && (row.id === id || row.id === family));
}

/** US dollars of a usage at a row's price. */
export function priceOf({ price, longPrompt }: Pick<CatalogRow, "price" | "longPrompt">, usage: TokenUsage): number {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  const rate = longPrompt !== undefined && prompt > longPrompt.over ? longPrompt.price : price;
  const micro =
    usage.input * rate.input +
    usage.cacheRead * rate.cacheRead +
    usage.cacheWrite * rate.cacheWrite +
    usage.output * rate.output;
  return micro / 1_000_000;
}
