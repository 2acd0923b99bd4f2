/** What a model can do. One outside of the catalog is assumed to call tools and to think like its vendor's others. */

import { counted } from "../base/words.ts";
import { configError, RunnerError } from "../protocol/error.ts";
import {
  type ChatModel,
  type ModelFeature,
  type OwnModel,
  type Thinking,
  type ThinkingForm,
} from "../protocol/model.ts";
import { catalogProvider, dialectOf, vendorOf } from "./dialects.ts";
import { findModel, KNOWN_MODELS, type KnownModel, type ThinkingControl } from "./catalog/known-models.ts";
import { parseModelName, type ModelName } from "./providers.ts";
import { MESSAGES_FORMS, nearestLevel } from "./thinking.ts";
import { CALLS_AS_TEXT } from "./wire/refusals.ts";
import { originalOf } from "./clouds/cloud-settings.ts";

interface Abilities {
  readonly features: ReadonlySet<ModelFeature>;
  /** Undefined: the model does not think, or is scripted. */
  readonly control: ThinkingControl | undefined;
}

/** The address of a model, and its settings in the policy. */
export interface ModelSource {
  readonly baseUrl?: string | undefined;
  readonly own?: OwnModel | undefined;
}

/** The catalog's row of a model. A `compatible` model is found by its vendor's address, a cloud's model by the cloud's name for it. */
export function findKnownModel({ provider, id, row }: ModelName, { baseUrl = row.baseUrl }: ModelSource = {}) {
  const original = originalOf(provider, id);
  if (original !== undefined) return findModel(original.name, original.priceFactor);
  const vendor = catalogProvider(vendorOf(provider, baseUrl));
  return findModel(`${provider}/${id}`) ?? (provider === "compatible" ? findModel(`${vendor}/${id}`) : undefined);
}

/** The abilities of a model. The scripted model can do everything. */
export function abilitiesOf(name: ModelName, place: ModelSource = {}): Abilities {
  if (name.row.format === "scripted") {
    return { features: new Set(["image_in", "thinking", "tool_use"]), control: undefined };
  }
  const { sees, thinking } = place.own ?? {};
  const known = findKnownModel(name, place);
  const control = known === undefined ? assumedControl(name, place) : known.thinking;
  return abilitiesOfKnown({ thinking: thinking ?? control, sees: sees ?? known?.sees ?? false });
}

function assumedControl({ provider, id, row }: ModelName, { baseUrl = row.baseUrl }: ModelSource): ThinkingControl {
  if (row.format === "openai") return dialectOf(vendorOf(provider, baseUrl)).thinking;
  // A Claude that is not in the catalog is newer than the catalog.
  return /claude/i.test(id)
    ? { form: "adaptive", levels: ["low", "medium", "high", "xhigh", "max"] }
    : { form: "budget", levels: ["off", "low", "medium", "high"] };
}

export function abilitiesOfKnown({ sees, thinking: control }: Pick<KnownModel, "sees" | "thinking">): Abilities {
  const levels = control?.levels ?? ["off"];
  const features: ModelFeature[] = ["tool_use"];
  if (sees) features.unshift("image_in");
  if (levels.some((level) => level !== "off")) features.push("thinking");
  if (!levels.includes("off")) features.push("always_thinking");
  return { features: new Set(features), control };
}

/** Throws `config.invalid` for a form of thinking that the wire format does not have. */
export function requireForm(name: string, form: ThinkingForm, format: "openai" | "anthropic"): void {
  if (form === "none" || MESSAGES_FORMS.includes(form) === (format === "anthropic")) return;
  const protocol = format === "anthropic" ? "the Messages API" : "Chat Completions";
  throw configError(
    `The policy says that ${name} takes thinking in the form "${form}", which ${protocol} does not have.`,
    `Forms of the Messages API are ${MESSAGES_FORMS.join(" and ")}; all others are of Chat Completions.`,
  );
}

/** A note about a thinking level that the model does not have; undefined when it has the level. */
export function thinkingNote(name: string, wanted: Thinking | undefined, place: ModelSource): string | undefined {
  const { control } = abilitiesOf(parseModelName(name), place);
  if (wanted === undefined || control === undefined) return undefined;
  const sent = nearestLevel(wanted, control.levels);
  if (sent === undefined || sent === wanted) return undefined;
  const why = wanted === "off" ? "cannot be told not to think" : `does not have the thinking level ${wanted}`;
  return `${name} ${why}; ${sent} is sent instead. It takes ${control.levels.join(", ")}.`;
}

/** What a run needs: a number of images and of tools, and a thinking level. */
interface Wanted {
  readonly images?: number;
  readonly tools?: number;
  readonly thinking?: Thinking | undefined;
}

/** Throws `config.unsupported` if features are missing. The error names them, and models that have them (Kimi CLI's check before a turn). */
export function requireFeatures({ name, features }: Pick<ChatModel, "name" | "features">, wanted: Wanted): void {
  const missing = missingOf(features, wanted);
  if (missing.length === 0) return;
  const model = parseModelName(name);
  const { provider, row } = model;
  const unknown = row.format !== "scripted" && findKnownModel(model) === undefined;
  throw new RunnerError({
    code: "config.unsupported",
    message: `${name} cannot do what this run asks for: ${missing.join(", ")}.${unknown ? ` It is not in the catalog; the policy can say otherwise: models: { "${name}": { vision: true } }.` : ""}`,
    hint: `These can: ${modelsThatCan(wanted, provider)}; see kimi-runner models.${(wanted.tools ?? 0) > 0 && !features.has("tool_use") ? ` ${CALLS_AS_TEXT}` : ""}`,
  });
}

function missingOf(features: ReadonlySet<ModelFeature>, { images = 0, tools = 0, thinking }: Wanted): string[] {
  const missing: string[] = [];
  if (images > 0 && !features.has("image_in")) missing.push(`image_in (${counted(images, "image")})`);
  if (tools > 0 && !features.has("tool_use")) missing.push(`tool_use (${counted(tools, "tool")})`);
  if (thinking !== undefined && thinking !== "off" && !features.has("thinking")) missing.push(`thinking ${thinking}`);
  return missing;
}

/** Models with these features: of the same provider if it has any, because the user has its key. */
function modelsThatCan(wanted: Wanted, provider: string): string {
  const able = KNOWN_MODELS.filter((known) => missingOf(abilitiesOfKnown(known).features, wanted).length === 0);
  const near = able.filter(({ name }) => name.startsWith(`${provider}/`));
  return (near.length > 0 ? near : able).map(({ name }) => name).join(", ");
}
