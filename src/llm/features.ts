/**
 * What a model can do, and the refusal when a run needs more, before a request is sent. For a model that is not in the catalog
 * only tool calls are assumed, and thinking if its name says so.
 */

import { RunnerError } from "../protocol/error.ts";
import { THINKING, type ChatModel, type ModelFeature, type Thinking } from "../protocol/model.ts";
import { findModel, KNOWN_MODELS, type KnownModel } from "./known-models.ts";
import { parseModelName, type ModelName } from "./providers.ts";
import type { ThinkingControl } from "./thinking.ts";

/** Kimi CLI's rule for unknown models. */
const THINKING_NAME = /think|reason/i;

interface Abilities {
  readonly features: ReadonlySet<ModelFeature>;
  /** Values of `thinking`. Empty: it is not known whether the model thinks. */
  readonly levels: readonly Thinking[];
  /** Undefined: no level is sent. */
  readonly control: ThinkingControl | undefined;
}

/** The abilities of a model by its name. The scripted model can do everything. */
export function abilitiesOf({ provider, id, row }: ModelName): Abilities {
  if (row.format === "scripted") {
    return { features: new Set(["image_in", "thinking", "tool_use"]), levels: THINKING, control: undefined };
  }
  const known = findModel(`${provider}/${id}`);
  if (known !== undefined) return abilitiesOfKnown(known);
  if (!THINKING_NAME.test(id)) return { features: new Set(["tool_use"]), levels: [], control: undefined };
  const compatible = provider === "kimi" ? "switch" : "effort";
  return withControl(
    { form: row.format === "anthropic" ? "budget" : compatible, levels: ["low", "medium", "high"] },
    false,
  );
}

/** The same for a model of the catalog. */
export function abilitiesOfKnown({ sees, thinking }: KnownModel): Abilities {
  return withControl(thinking, sees);
}

function withControl(control: ThinkingControl | undefined, sees: boolean): Abilities {
  const levels = control?.levels ?? ["off"];
  const features: ModelFeature[] = ["tool_use"];
  if (sees) features.unshift("image_in");
  if (levels.some((level) => level !== "off")) features.push("thinking");
  if (!levels.includes("off")) features.push("always_thinking");
  return { features: new Set(features), levels, control };
}

/** What a run needs of a model. */
interface Wanted {
  /** Number of images. */
  readonly images: number;
  /** Number of tools. */
  readonly tools: number;
  readonly thinking?: Thinking | undefined;
}

/** Hint for a model that does not support tools. */
export const CALLS_AS_TEXT = "With --tool-syntax xml, or the action's input tool-syntax, it calls tools in its text.";

/** Throws `config.unsupported` with all missing features and models that have them (Kimi CLI's check before a turn). */
export function requireFeatures({ name, features }: Pick<ChatModel, "name" | "features">, wanted: Wanted): void {
  const model = parseModelName(name);
  const missing = missingOf({ ...abilitiesOf(model), features }, wanted);
  if (missing.length === 0) return;
  const unknown = model.row.format !== "scripted" && findModel(name) === undefined;
  throw new RunnerError({
    code: "config.unsupported",
    message: `${name} cannot do what this run asks for: ${missing.join(", ")}.${unknown ? " It is not in the catalog, so only tool calls are assumed." : ""}`,
    hint: `These can: ${modelsThatCan(wanted, model.provider)}; see kimi-runner models.${wanted.tools > 0 && !features.has("tool_use") ? ` ${CALLS_AS_TEXT}` : ""}`,
  });
}

function missingOf({ features, levels, control }: Abilities, { images, tools, thinking }: Wanted): string[] {
  const missing: string[] = [];
  if (images > 0 && !features.has("image_in")) missing.push(`image_in (${counted(images, "image")})`);
  if (tools > 0 && !features.has("tool_use")) missing.push(`tool_use (${counted(tools, "tool")})`);
  if (thinking !== undefined && !levels.includes(thinking)) missing.push(thinkingGap(thinking, levels, control));
  return missing;
}

function thinkingGap(wanted: Thinking, levels: readonly Thinking[], control: ThinkingControl | undefined): string {
  if (levels.length === 0) return `thinking ${wanted}`;
  if (control === undefined) return `thinking ${wanted} (it does not think)`;
  if (levels.every((level) => level === "off")) return `thinking ${wanted} (it does not think beside tools)`;
  const always = levels.includes("off") ? "" : "it always thinks; ";
  return `thinking ${wanted} (${always}it takes ${levels.join(", ")})`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Of the same provider where it has one, since that is where the key is for. */
function modelsThatCan(wanted: Wanted, provider: string): string {
  const able = KNOWN_MODELS.filter((known) => missingOf(abilitiesOfKnown(known), wanted).length === 0);
  const near = able.filter(({ name }) => name.startsWith(`${provider}/`));
  return (near.length > 0 ? near : able).map(({ name }) => name).join(", ");
}
