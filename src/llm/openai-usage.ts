/** Reads the usage in OpenAI's formats, which vendors count differently. */

import { member } from "../base/member.ts";
import type { ReportedUsage } from "./wire/usage.ts";
import { readCount } from "./wire/wire-value.ts";

/** xAI's unit: 1e-10 US dollars. */
const TICKS_PER_USD = 1e10;

/**
 * Reads a usage. The prompt count includes cached tokens, or else the total says that they come on top (Portkey's, of Claude); a count
 * of 0 is a mistake of the server. The Responses API has other names for the same counts.
 */
export function readOpenAiUsage(usage: unknown): ReportedUsage {
  const details = member(usage, "prompt_tokens_details") ?? member(usage, "input_tokens_details");
  const said = readCount(member(usage, "prompt_tokens")) || readCount(member(usage, "input_tokens")) || undefined;
  const read =
    readCount(member(details, "cached_tokens")) ??
    readCount(member(usage, "cached_tokens")) ?? // Moonshot
    readCount(member(usage, "prompt_cache_hit_tokens")) ?? // DeepSeek
    0;
  const written =
    readCount(member(details, "cache_write_tokens")) ??
    readCount(member(details, "cache_creation_tokens")) ?? // LiteLLM
    readCount(member(details, "cache_creation_input_tokens")) ?? // Qwen
    readCount(member(usage, "cache_creation_input_tokens")) ??
    0;
  const counts = outputCounts(usage);
  const prompt = said === undefined || !isBeside(counts, said, read + written) ? said : said + read + written;
  const most = prompt ?? Infinity;
  const cacheRead = Math.min(read, most);
  const cacheWrite = Math.min(written, most - cacheRead);
  return {
    ...(prompt === undefined ? {} : { input: prompt - cacheRead - cacheWrite, cacheRead, cacheWrite }),
    output: outputOf(counts, prompt),
    costUsd: statedCost(usage),
  };
}

/** Whether the total counts the cached tokens beside the prompt. A total with reasoning of the same size does not tell. */
function isBeside({ completion, reasoning, total }: OutputCounts, prompt: number, cached: number): boolean {
  return cached > 0 && cached !== reasoning && total === prompt + (completion ?? 0) + cached;
}

/** Output tokens, reasoning included, which xAI, Vercel's gateway and Gemini count beside them or only in the total. */
function outputOf({ completion, reasoning, total }: OutputCounts, prompt: number | undefined): number | undefined {
  if (completion === undefined) return undefined;
  const isApart = total !== undefined && prompt !== undefined && total === prompt + completion + reasoning;
  if (reasoning > completion || isApart) return completion + reasoning;
  return total === undefined || prompt === undefined ? completion : Math.max(completion, total - prompt);
}

type OutputCounts = ReturnType<typeof outputCounts>;

function outputCounts(usage: unknown) {
  const details = member(usage, "completion_tokens_details") ?? member(usage, "output_tokens_details");
  return {
    completion: readCount(member(usage, "completion_tokens")) ?? readCount(member(usage, "output_tokens")),
    reasoning: readCount(member(details, "reasoning_tokens")) ?? 0,
    total: readCount(member(usage, "total_tokens")),
  };
}

/** The cost that the provider states, in US dollars. Gateways that do not know the cost state 0. */
function statedCost(usage: unknown): number | undefined {
  const amount = (value: unknown): number | undefined =>
    typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
  const ticks = amount(member(usage, "cost_in_usd_ticks"));
  if (ticks !== undefined) return ticks / TICKS_PER_USD;
  const cost = amount(member(usage, "cost"));
  if (member(usage, "is_byok") !== true) return cost;
  // With the user's own vendor key at OpenRouter, `cost` is only OpenRouter's fee; the vendor's bill comes on top.
  const upstream = amount(member(member(usage, "cost_details"), "upstream_inference_cost"));
  return upstream === undefined ? undefined : upstream + (cost ?? 0);
}
