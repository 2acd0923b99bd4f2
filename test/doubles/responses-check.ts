/**
 * What OpenAI's Responses endpoint refuses, as its documents and its users' reports say. The double keeps no state: the ids of
 * what it answered say what must stand before them, and a seal says what must stand behind a reasoning item.
 */

import { createHash } from "node:crypto";
import { checkImage, checkTools, fieldsOf, isObject, show, unknownFields, type Json } from "./model-check.ts";

const BODY_FIELDS = [
  "model",
  "instructions",
  "input",
  "tools",
  "stream",
  "store",
  "include",
  "reasoning",
  "max_output_tokens",
  "prompt_cache_key",
  "parallel_tool_calls",
  "text",
];
const EFFORTS = new Set(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);
/** Those that reason; the others refuse `reasoning` and encrypted content. */
const REASONS = /^(?:gpt-[5-9]|o\d|codex|grok|deepseek)/;
const MAX_ID_CHARS = 64;
const MIN_OUTPUT_TOKENS = 16;
const PREFIXES: Readonly<Record<string, string>> = {
  reasoning: "rs",
  message: "msg",
  call: "fc",
  function_call: "fc",
};

interface OutputPlace {
  readonly type: string;
  readonly turn: number;
  readonly at: number;
  readonly afterReasoning: boolean;
}

/** The id of an output item: `fc_0123456789abcdef_r`, where `_r` says that a reasoning item stands before it. */
export function outputId({ type, turn, at, afterReasoning }: OutputPlace): string {
  return `${PREFIXES[type] ?? type}_${digest(`${turn}.${at}`)}${afterReasoning ? "_r" : ""}`;
}

/** Encrypted content of a reasoning item: it names the item, the model, and the item that follows. */
export function sealed(claims: { readonly id: string; readonly model: string; readonly next?: string }): string {
  const text = JSON.stringify(claims);
  return `gAAAA${Buffer.from(JSON.stringify({ text, sum: digest(`sealed ${text}`) })).toString("base64url")}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function unsealed(blob: string): Record<string, Json> | undefined {
  try {
    const { text, sum } = JSON.parse(Buffer.from(blob.slice(5), "base64url").toString("utf8")) as Record<
      string,
      string
    >;
    return digest(`sealed ${text}`) === sum ? fieldsOf(JSON.parse(text ?? "") as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with a request body; empty when nothing is. */
export function checkResponses(body: Json): string[] {
  if (!isObject(body)) return ["the body is not an object"];
  const model = show(body["model"]);
  const wrong = [...unknownFields(body, BODY_FIELDS, "body"), ...checkSettings(body, REASONS.test(model))];
  wrong.push(
    ...checkTools(body["tools"], (tool) =>
      tool["type"] === "function" &&
      unknownFields(tool, ["type", "name", "description", "parameters", "strict"], "").length === 0
        ? { name: tool["name"], description: tool["description"], parameters: tool["parameters"] }
        : undefined,
    ),
    ...(Array.isArray(body["tools"]) ? (body["tools"] as Json[]) : []).flatMap((tool) => checkStrict(fieldsOf(tool))),
  );
  const input = body["input"];
  if (!Array.isArray(input) || input.length === 0) return [...wrong, "input is not a filled array"];
  return [...wrong, ...checkInput((input as Json[]).map(fieldsOf), model)];
}

function checkSettings(body: Record<string, Json>, reasons: boolean): string[] {
  const wrong: string[] = [];
  if (typeof body["model"] !== "string" || body["model"] === "") wrong.push("model is missing");
  if (body["stream"] !== true) wrong.push("stream is not true");
  if (body["store"] !== false) wrong.push("store is not false: the answers of this job must not be kept");
  const cap = body["max_output_tokens"];
  if (!Number.isInteger(cap) || Number(cap) < MIN_OUTPUT_TOKENS) wrong.push(`max_output_tokens ${show(cap)}`);
  if (show(body["prompt_cache_key"] ?? "").length > MAX_ID_CHARS) wrong.push("prompt_cache_key is too long");
  if (body["instructions"] !== undefined && typeof body["instructions"] !== "string") wrong.push("instructions");
  const { include, reasoning } = body;
  if (include !== undefined && show(include) !== '["reasoning.encrypted_content"]')
    wrong.push(`include ${show(include)}`);
  if (include !== undefined && !reasons) wrong.push("Encrypted content is not supported with this model.");
  if (include === undefined && reasons) wrong.push("reasoning would be lost: include asks for no encrypted content");
  if (reasoning === undefined) return wrong;
  const { effort, summary, ...more } = fieldsOf(reasoning);
  if (!reasons) wrong.push("Unsupported parameter: 'reasoning' is not supported with this model.");
  if (Object.keys(more).length > 0) wrong.push(`reasoning: unknown fields ${Object.keys(more).join(", ")}`);
  if (effort !== undefined && !EFFORTS.has(show(effort))) wrong.push(`reasoning.effort ${show(effort)}`);
  if (summary !== undefined && !["auto", "concise", "detailed"].includes(show(summary)))
    wrong.push(`reasoning.summary ${show(summary)}`);
  return wrong;
}

/** A tool without `strict` is strict here. */
function checkStrict(tool: Record<string, Json>): string[] {
  if (tool["strict"] === false) return [];
  return strictFaults(tool["parameters"] ?? null, `Invalid schema for function '${show(tool["name"])}'`);
}

function strictFaults(schema: Json, where: string): string[] {
  const fields = fieldsOf(schema);
  const properties = fieldsOf(fields["properties"]);
  const names = Object.keys(properties);
  const required = Array.isArray(fields["required"]) ? (fields["required"] as Json[]).map(show) : [];
  const own =
    fields["type"] !== "object"
      ? []
      : [
          ...(fields["additionalProperties"] === false ? [] : [`${where}: additionalProperties must be false`]),
          ...names.filter((name) => !required.includes(name)).map((name) => `${where}: ${name} is not required`),
        ];
  const inside = [...Object.values(properties), fields["items"] ?? null].filter(isObject);
  return [...own, ...inside.flatMap((one) => strictFaults(one, where))];
}

/** What has been seen of the input so far. */
interface Seen {
  readonly ids: Set<string>;
  readonly calls: Set<string>;
  /** Calls without a result. */
  readonly open: Set<string>;
}

/** Reasoning beside what it led to, each call once and with one result, each id once. */
function checkInput(items: readonly Record<string, Json>[], model: string): string[] {
  const wrong: string[] = [];
  const seen: Seen = { ids: new Set(), calls: new Set(), open: new Set() };
  items.forEach((item, at) => {
    const here = `input[${at}]`;
    const complaints = checkItem({ item, model, next: items[at + 1], before: items[at - 1], seen });
    wrong.push(...complaints.map((reason) => `${here}: ${reason}`));
  });
  for (const id of seen.open) wrong.push(`No tool output found for function call ${id}.`);
  if (items.at(-1)?.["role"] === "assistant") wrong.push("the conversation ends with the assistant");
  return wrong;
}

interface ItemPlace {
  readonly item: Record<string, Json>;
  readonly model: string;
  readonly next: Record<string, Json> | undefined;
  readonly before: Record<string, Json> | undefined;
  readonly seen: Seen;
}

function checkItem(place: ItemPlace): string[] {
  const { item, seen } = place;
  const type = show(item["type"] ?? "message");
  switch (type) {
    case "message":
      return [...checkId(place, "msg"), ...checkMessage(item)];
    case "reasoning":
      return [...checkId(place, "rs"), ...checkReasoning(place)];
    case "function_call": {
      const id = show(item["call_id"]);
      const wrong = unknownFields(item, ["type", "id", "call_id", "name", "arguments", "status"], "item");
      if (id.length > MAX_ID_CHARS || id === "") wrong.push(`call_id ${id} is empty or longer than ${MAX_ID_CHARS}`);
      if (seen.calls.has(id)) wrong.push(`call_id ${id} repeats`);
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(show(item["name"]))) wrong.push(`name ${show(item["name"])}`);
      if (typeof item["arguments"] !== "string") wrong.push("arguments are not text");
      seen.calls.add(id);
      seen.open.add(id);
      return [...wrong, ...checkId(place, "fc")];
    }
    case "function_call_output": {
      const id = show(item["call_id"]);
      const wrong = unknownFields(item, ["type", "call_id", "output"], "item");
      if (!seen.open.delete(id)) wrong.push(`No tool call found for function call output with call_id ${id}.`);
      return [...wrong, ...checkContent(item["output"], ["input_text", "input_image"])];
    }
    default:
      return [`Invalid value: '${type}'.`];
  }
}

/** Ids are left out, or as the endpoint gave them. An item that followed reasoning needs it. */
function checkId({ item, before, seen }: ItemPlace, prefix: string): string[] {
  const { id } = item;
  if (id === undefined) return [];
  const text = show(id);
  const wrong: string[] = [];
  if (!text.startsWith(`${prefix}_`))
    wrong.push(`Invalid 'id': '${text}'. Expected an ID that begins with '${prefix}'.`);
  if (text.length > MAX_ID_CHARS) wrong.push(`Invalid 'id': string too long, at most ${MAX_ID_CHARS}.`);
  if (seen.ids.has(text)) wrong.push(`Duplicate item found with id ${text}.`);
  seen.ids.add(text);
  if (text.endsWith("_r") && before?.["type"] !== "reasoning")
    wrong.push(`Item '${text}' was provided without its required 'reasoning' item.`);
  return wrong;
}

function checkReasoning({ item, next, model }: ItemPlace): string[] {
  const wrong = unknownFields(item, ["type", "id", "summary", "content", "encrypted_content", "status"], "item");
  if (!Array.isArray(item["summary"])) wrong.push("Missing required parameter: 'summary'.");
  const id = show(item["id"]);
  const blob = item["encrypted_content"];
  if (typeof blob !== "string") return [...wrong, `Item with id '${id}' not found. Items are not persisted.`];
  const claims = unsealed(blob);
  if (claims === undefined || claims["id"] !== id || claims["model"] !== model)
    return [...wrong, `The encrypted content of item ${id} could not be verified.`];
  if (claims["next"] === undefined || claims["next"] !== next?.["id"])
    wrong.push(`Item '${id}' of type 'reasoning' was provided without its required following item.`);
  return wrong;
}

function checkMessage(item: Record<string, Json>): string[] {
  const role = show(item["role"]);
  const fields = role === "assistant" ? ["id", "phase", "status"] : [];
  const wrong = unknownFields(item, ["type", "role", "content", ...fields], "item");
  if (!["user", "developer", "system", "assistant"].includes(role)) return [...wrong, `role ${role}`];
  if (role === "assistant" && typeof item["content"] !== "string")
    return [...wrong, ...checkContent(item["content"], ["output_text", "refusal"])];
  return [...wrong, ...checkContent(item["content"], role === "assistant" ? [] : ["input_text", "input_image"])];
}

/** Text, or parts of the types that are legal in this place. */
function checkContent(content: Json | undefined, types: readonly string[]): string[] {
  if (typeof content === "string") return [];
  if (!Array.isArray(content) || content.length === 0) return ["content is neither text nor a filled array"];
  return (content as Json[]).map(fieldsOf).flatMap((part) => {
    const type = show(part["type"]);
    if (!types.includes(type)) return [`Invalid value: '${type}'. Supported values are: ${types.join(", ")}.`];
    if (type === "input_image") {
      const [, media = "", data = ""] = /^data:([^;]+);base64,(.*)$/s.exec(show(part["image_url"])) ?? [];
      return [...unknownFields(part, ["type", "image_url", "detail"], "part"), ...checkImage(media, data)];
    }
    const key = type === "refusal" ? "refusal" : "text";
    const said = typeof part[key] === "string" ? [] : [`${type} without ${key}`];
    const more = type === "output_text" ? ["annotations", "logprobs"] : [];
    if (type === "output_text" && !Array.isArray(part["annotations"])) said.push("output_text without annotations");
    return [...unknownFields(part, ["type", key, ...more], "part"), ...said];
  });
}
