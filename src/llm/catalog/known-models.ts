/** Windows, prices, abilities and ends of models, from the generated catalog. Other models get the defaults of create.ts. */

import {
  THINKING,
  type Price,
  type Prices,
  type Thinking,
  type ThinkingForm,
  type TokenUsage,
} from "../../protocol/model.ts";
import { configError } from "../../protocol/error.ts";
import { CATALOG_DAY, ENTRIES } from "./catalog.ts";

/** How to tell a model how much to think, and the levels that it has. */
export interface ThinkingControl {
  readonly form: ThinkingForm;
  /** Without "off", the model always thinks. With one other level, requests can only switch thinking on. */
  readonly levels: readonly Thinking[];
  /** Only of `adaptive`: the value that switches thinking off. Left out: without a value thinking is off. */
  readonly off?: "disabled";
}

export interface KnownModel extends Prices {
  /** `provider/id`. It also stands for dated snapshots (`-20251001`, `-2026-04-01`), but not for other suffixes (`-pro`, `-mini`), whose prices differ. */
  readonly name: string;
  /** Tokens of prompt and answer together. */
  readonly window: number;
  /** Most tokens of a prompt, if fewer than the window. */
  readonly promptLimit?: number | undefined;
  readonly maxOutput: number;
  /** Whether the model takes images. Every model of the catalog reads text and calls tools. */
  readonly sees: boolean;
  /** Left out: the model does not think. */
  readonly thinking?: ThinkingControl | undefined;
  /** The day on which the provider retires the model, YYYY-MM-DD. */
  readonly ends?: string | undefined;
}

/** Every model, grouped by provider. */
export const KNOWN_MODELS: readonly KnownModel[] = ENTRIES.map(knownModel);

/** Reads one row. catalog.ts describes its format. */
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

/** The row of a model, or of the one whose dated snapshot it is, with prices times `priceFactor`. */
export function findModel(name: string, priceFactor = 1): KnownModel | undefined {
  const named = (wanted: string): KnownModel | undefined => KNOWN_MODELS.find((model) => model.name === wanted);
  const known = named(name) ?? named(name.replace(SNAPSHOT, "")) ?? latestOf(name);
  if (known === undefined || priceFactor === 1) return known;
  const { price, longPrompt } = known;
  return {
    ...known,
    price: timesPrice(price, priceFactor),
    longPrompt: longPrompt && { ...longPrompt, price: timesPrice(longPrompt.price, priceFactor) },
  };
}

/** A part of a name that is a version, alone or behind a letter: `4`, `2.5`, `k3.1`, `2603`. */
const VERSION = /^([a-z]*?)v?(\d+(?:\.\d+)*)$/i;

/** A model's name without its version: what the names of one line of models have in common. */
function familyOf(name: string): string {
  const start = name.lastIndexOf("/") + 1;
  const parts = name.slice(start).split("-");
  const words = parts
    .filter((part) => part !== "latest" && part !== "preview")
    .map((part) => part.replace(VERSION, "$1"));
  return name.slice(0, start) + words.filter((word) => word !== "").join("-");
}

/** The numbers of a name's version, each with a dot behind it. */
function versionOf(name: string): string {
  const parts = name.slice(name.lastIndexOf("/") + 1).split("-");
  return parts.flatMap((part) => VERSION.exec(part)?.[2]?.split(".") ?? []).reduce((all, one) => `${all}${one}.`, "");
}

/** The row of an alias like `mistral-medium-latest`: the newest of its family, with the family's highest prices. */
function latestOf(name: string): KnownModel | undefined {
  if (!name.endsWith("-latest")) return undefined;
  const isOf = (one: KnownModel): boolean =>
    familyOf(one.name) === familyOf(name) && versionOf(one.name).startsWith(versionOf(name));
  const family = KNOWN_MODELS.filter(isOf);
  const [first] = family;
  if (first === undefined) return undefined;
  return {
    ...first,
    ...family.map(({ price, longPrompt }): Prices => ({ price, longPrompt })).reduce(dearer),
    ends: undefined,
  };
}

/** The higher of two models' prices, each from the shorter of their limits on. */
function dearer(one: Prices, other: Prices): Prices {
  const most = (a: Price, b: Price): Price => ({
    input: Math.max(a.input, b.input),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
    output: Math.max(a.output, b.output),
  });
  const price = most(one.price, other.price);
  const long = [one.longPrompt, other.longPrompt].filter((tier) => tier !== undefined);
  if (long.length === 0) return { price };
  const over = Math.min(...long.map((tier) => tier.over));
  return { price, longPrompt: { over, price: long.map((tier) => tier.price).reduce(most, price) } };
}

/** The price times a factor, rounded to remove the inexact last digits of floating-point products. */
function timesPrice({ input, cacheRead, cacheWrite, output }: Price, factor: number): Price {
  const times = (price: number): number => Number((price * factor).toFixed(6));
  return { input: times(input), cacheRead: times(cacheRead), cacheWrite: times(cacheWrite), output: times(output) };
}

/** Anthropic's price of tokens that its cache keeps for an hour, divided by the prompt price. The catalog has the price for five minutes. */
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

const DAY_MS = 86_400_000;
/** Time to test another model before the provider refuses this one. */
const ENDS_SOON_DAYS = 30;
/** Providers change prices and retire models within a few months. */
const OLD_DAYS = 60;

/** Whole days from one day, YYYY-MM-DD, to another time. */
function daysSince(day: string, now: number): number {
  return Math.floor((now - Date.parse(day)) / DAY_MS);
}

export function hasEnded({ ends }: Pick<KnownModel, "ends">, now: number): boolean {
  return ends !== undefined && daysSince(ends, now) >= 0;
}

/** The nearest model of the same provider that stays; of the same family if there is one. */
function nearestOf({ name }: KnownModel): string {
  const provider = name.slice(0, name.indexOf("/") + 1);
  const stays = KNOWN_MODELS.filter((known) => known.name.startsWith(provider) && known.ends === undefined);
  const near = stays.find((known) => familyOf(known.name) === familyOf(name)) ?? stays[0];
  return near === undefined ? "" : ` The nearest one that stays is ${near.name}.`;
}

/** A warning about a model that its provider retires within a month. */
export function endNote(known: KnownModel, now: number): string | undefined {
  const { name, ends } = known;
  if (ends === undefined || hasEnded(known, now) || -daysSince(ends, now) > ENDS_SOON_DAYS) return undefined;
  return `${name} ends on ${ends}: its provider refuses it from that day on.${nearestOf(known)}`;
}

/** Throws `config.invalid` for a model that its provider has retired. */
export function requireNotEnded(known: KnownModel, now: number): void {
  if (!hasEnded(known, now)) return;
  throw configError(
    `${known.name} was retired on ${known.ends ?? ""}: its provider no longer serves it.`,
    `${nearestOf(known).trim()} If it is still served, the policy can say so: models: { "${known.name}": { window: ${known.window} } }.`.trim(),
  );
}

/** A warning about a list that is older than two months. */
export function ageNote(now: number): string | undefined {
  const days = daysSince(CATALOG_DAY, now);
  if (days <= OLD_DAYS) return undefined;
  return `The catalog of models is from ${CATALOG_DAY}, ${days} days ago. Limits of money use its prices, which may have changed since. Update kimi-runner, or set the price in the policy.`;
}
