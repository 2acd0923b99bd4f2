/** What is known of models, from the generated catalog. A model that is not in it works with the defaults of create.ts. */

import {
  THINKING,
  type Price,
  type Prices,
  type Thinking,
  type ThinkingForm,
  type TokenUsage,
} from "../../protocol/model.ts";
import { ENTRIES } from "./catalog.ts";

/** How a model is told how much to think, and what it can be told. */
export interface ThinkingControl {
  readonly form: ThinkingForm;
  /** Without "off" the model always thinks. With one other level the request says only that it thinks. */
  readonly levels: readonly Thinking[];
  /** Of `adaptive`: what switches it off. Left out: it is off when nothing is said. */
  readonly off?: "disabled";
}

export interface KnownModel extends Prices {
  /** `provider/id`. Dated snapshots of it (`-20251001`, `-2026-04-01`) share it; other suffixes (`-pro`, `-mini`) do not: they cost otherwise. */
  readonly name: string;
  /** Tokens of prompt and answer together. */
  readonly window: number;
  /** Most tokens of a prompt, where it is less than the window. */
  readonly promptLimit?: number | undefined;
  readonly maxOutput: number;
  /** Takes images. Every model here reads text and calls tools. */
  readonly sees: boolean;
  /** Left out: it does not think. */
  readonly thinking?: ThinkingControl | undefined;
  /** The announced day of its end, YYYY-MM-DD. */
  readonly ends?: string | undefined;
}

/** Every model, grouped by provider. */
export const KNOWN_MODELS: readonly KnownModel[] = ENTRIES.map(knownModel);

/** Reads one row; catalog.ts says what each place means. */
function knownModel(row: string): KnownModel {
  const [name = "", window, maxOutput, input, price = "", form, words = "", ...more] = row.split(" ");
  const said = new Map(more.map((pair) => pair.split("=") as [string, string]));
  const levels = THINKING.filter((level) => words.split(",").includes(level));
  const [over, overPrice = ""] = said.get("over")?.split(":") ?? [];
  const promptLimit = said.get("prompt");
  return {
    name,
    window: Number(window),
    promptLimit: promptLimit === undefined ? undefined : Number(promptLimit),
    maxOutput: Number(maxOutput),
    sees: input === "image",
    price: priceEntry(price),
    longPrompt: over === undefined ? undefined : { over: Number(over), price: priceEntry(overPrice) },
    thinking:
      form === "none"
        ? undefined
        : { form: form as ThinkingForm, levels, ...(said.has("off") ? { off: "disabled" } : {}) },
    ends: said.get("ends"),
  };
}

function priceEntry(text: string): Price {
  const [input = 0, cacheRead = 0, cacheWrite = 0, output = 0] = text.split("/").map(Number);
  return { input, cacheRead, cacheWrite, output };
}

const SNAPSHOT = /-(\d{8}|\d{4}-\d{2}-\d{2})$/;

/**
 * What is known of a model or of the model that it is a dated snapshot of, at its price times `priceFactor`; undefined when it is not
 * in the catalog.
 */
export function findModel(name: string, priceFactor = 1): KnownModel | undefined {
  const named = (wanted: string): KnownModel | undefined => KNOWN_MODELS.find((model) => model.name === wanted);
  const known = named(name) ?? named(name.replace(SNAPSHOT, ""));
  if (known === undefined || priceFactor === 1) return known;
  const { price, longPrompt } = known;
  return {
    ...known,
    price: timesPrice(price, priceFactor),
    longPrompt: longPrompt && { ...longPrompt, price: timesPrice(longPrompt.price, priceFactor) },
  };
}

/** Without the digits that a product of two fractions has at its end. */
function timesPrice({ input, cacheRead, cacheWrite, output }: Price, factor: number): Price {
  const times = (price: number): number => Number((price * factor).toFixed(6));
  return { input: times(input), cacheRead: times(cacheRead), cacheWrite: times(cacheWrite), output: times(output) };
}

/** What Anthropic charges for tokens that its cache keeps for an hour, in prices of the prompt. The catalog has the price of five minutes. */
const HOUR_FACTOR = 2;

/** The prices of a model whose requests ask the cache to keep everything for an hour. */
export function hourPrices({ price, longPrompt }: Prices): Prices {
  const hour = (of: Price): Price => ({ ...of, cacheWrite: HOUR_FACTOR * of.input });
  return { price: hour(price), longPrompt: longPrompt && { ...longPrompt, price: hour(longPrompt.price) } };
}

/** US dollars of a usage. `hourWrites` are those of its tokens that the cache keeps for an hour. */
export function priceOf({ price, longPrompt }: Prices, usage: TokenUsage, hourWrites = 0): number {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  const rate = longPrompt !== undefined && prompt > longPrompt.over ? longPrompt.price : price;
  const micro =
    usage.input * rate.input +
    usage.cacheRead * rate.cacheRead +
    (usage.cacheWrite - hourWrites) * rate.cacheWrite +
    hourWrites * HOUR_FACTOR * rate.input +
    usage.output * rate.output;
  return micro / 1_000_000;
}
