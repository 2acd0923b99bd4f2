/** The Gemini half of the model double: strict about requests, plain about streams. */

import { checkImage, fieldsOf, isObject, show, unknownFields, type Json } from "./model-check.ts";
import { pieces, type DoubleReply } from "./model-reply.ts";

const USAGE = { promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount: 15, thoughtsTokenCount: 5 };

/** A signature as it looks: base64. */
export const GEMINI_SIGNATURE = "c2lnbmF0dXJlLW9mLWEtdGhvdWdodA==";
const SENTINEL = "skip_thought_signature_validator";

/** The stream of a reply as server-sent events: calls whole, the signature on the first of them or on the last text. */
export function geminiStream(reply: DoubleReply): string {
  if (reply.errorEvent !== undefined) return sse([{ error: reply.errorEvent }]);
  const { think = "", text = "", calls = [], signature = GEMINI_SIGNATURE } = reply;
  const parts: object[] = [
    ...pieces(think).map((piece) => ({ text: piece, thought: true })),
    ...pieces(text).map((piece) => ({ text: piece })),
    ...calls.map(({ id, name, arguments: args }, at) => ({
      functionCall: { ...(id === undefined ? {} : { id }), name, args },
      ...(at === 0 ? { thoughtSignature: signature } : {}),
    })),
    ...(calls.length === 0 ? [{ text: "", thoughtSignature: signature }] : []),
  ];
  const chunk = (part: object, more: object = {}): object => ({
    candidates: [{ content: { role: "model", parts: [part] }, index: 0, ...more }],
    usageMetadata: reply.usage === null ? undefined : (reply.usage ?? USAGE),
  });
  return sse(
    parts.map((part, at) => chunk(part, at === parts.length - 1 ? { finishReason: reply.finish ?? "STOP" } : {})),
  );
}

function sse(events: readonly object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join("");
}

/** What Google would answer with 400; empty when nothing is wrong. */
export function checkGemini(body: Json, path: string): string[] {
  if (!isObject(body)) return ["the body is not an object"];
  const generation = Number(/gemini-(\d+)/.exec(path)?.[1] ?? 9);
  return [
    ...unknownFields(body, ["generationConfig", "systemInstruction", "tools", "contents"], "body"),
    ...checkGeneration(fieldsOf(body["generationConfig"]), generation),
    ...checkDeclarations(body["tools"]),
    ...checkContents(body["contents"], generation),
  ];
}

const LEVELS: ReadonlySet<string> = new Set(["MINIMAL", "LOW", "MEDIUM", "HIGH"]);

function checkGeneration(config: Record<string, Json>, generation: number): string[] {
  const wrong = unknownFields(config, ["maxOutputTokens", "thinkingConfig"], "generationConfig");
  if (!(Number(config["maxOutputTokens"]) >= 1)) wrong.push("maxOutputTokens");
  const thinking = fieldsOf(config["thinkingConfig"]);
  wrong.push(...unknownFields(thinking, ["includeThoughts", "thinkingLevel", "thinkingBudget"], "thinkingConfig"));
  if ("thinkingLevel" in thinking && "thinkingBudget" in thinking) wrong.push("thinkingLevel and thinkingBudget");
  if ("thinkingLevel" in thinking && (generation < 3 || !LEVELS.has(show(thinking["thinkingLevel"]))))
    wrong.push(`thinkingLevel ${show(thinking["thinkingLevel"])}`);
  return wrong;
}

const SCHEMA_KEYS = [
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "enum",
  "properties",
  "required",
  "items",
  "anyOf",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
];
const TYPES: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "array", "object"]);

function checkDeclarations(tools: Json | undefined): string[] {
  if (tools === undefined) return [];
  const declarations = fieldsOf((tools as Json[])[0])["functionDeclarations"] as Json[];
  return declarations.flatMap((raw) => {
    const tool = fieldsOf(raw);
    const here = `tool ${show(tool["name"])}`;
    const wrong = unknownFields(tool, ["name", "description", "parameters"], here);
    if (!/^[a-zA-Z_][\w.-]{0,63}$/.test(show(tool["name"]))) wrong.push(`${here}: name`);
    return tool["parameters"] === undefined ? wrong : [...wrong, ...checkSchema(tool["parameters"], here)];
  });
}

function checkSchema(raw: Json, here: string): string[] {
  const schema = fieldsOf(raw);
  const wrong = unknownFields(schema, SCHEMA_KEYS, here);
  const properties = fieldsOf(schema["properties"]);
  if (schema["anyOf"] === undefined && !TYPES.has(show(schema["type"])))
    wrong.push(`${here}: type ${show(schema["type"])}`);
  if (schema["type"] === "object" && schema["properties"] !== undefined && Object.keys(properties).length === 0)
    wrong.push(`${here}: properties should be non-empty for OBJECT type`);
  if (schema["type"] === "array" && schema["items"] === undefined) wrong.push(`${here}: items: missing field`);
  for (const value of (schema["enum"] ?? []) as Json[]) if (typeof value !== "string") wrong.push(`${here}: enum`);
  for (const name of (schema["required"] ?? []) as string[])
    if (!(name in properties)) wrong.push(`${here}: required ${name} is not defined`);
  return [
    ...wrong,
    ...Object.entries(properties).flatMap(([name, one]) => checkSchema(one, `${here}.${name}`)),
    ...((schema["anyOf"] ?? []) as Json[]).flatMap((one, at) => checkSchema(one, `${here}.anyOf[${at}]`)),
    ...(schema["items"] === undefined ? [] : checkSchema(schema["items"], `${here}.items`)),
  ];
}

const PART_KINDS = ["text", "inlineData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult"];

/** Roles take turns, each call is answered at once, and the first call of a step has its signature. */
function checkContents(contents: Json | undefined, generation: number): string[] {
  if (!Array.isArray(contents) || contents.length === 0) return ["contents is no filled array"];
  const wrong: string[] = [];
  let open: Record<string, Json>[] = [];
  (contents as Json[]).forEach((raw, at) => {
    const { role = null, parts: list = null, ...rest } = fieldsOf(raw);
    const here = `contents[${at}]`;
    wrong.push(...unknownFields(rest, [], here));
    if (role !== (at % 2 === 0 ? "user" : "model")) wrong.push(`${here}: role ${show(role)}`);
    const parts = (Array.isArray(list) ? (list as Json[]) : []).map(fieldsOf);
    if (parts.length === 0) wrong.push(`${here}: no parts`);
    wrong.push(...parts.flatMap((part, index) => checkPart(part, `${here}.parts[${index}]`, generation)));
    const isResponse = parts.map((part) => "functionResponse" in part);
    if (isResponse.lastIndexOf(true) > isResponse.indexOf(false) && isResponse.includes(false))
      wrong.push(`${here}: something stands before a function response`);
    const responses = parts
      .filter((part) => "functionResponse" in part)
      .map((part) => fieldsOf(part["functionResponse"]));
    if (role === "user" && identities(responses) !== identities(open))
      wrong.push(`${here}: the function responses are not those of the calls`);
    const called = parts.filter((part) => "functionCall" in part);
    open = called.map((part) => fieldsOf(part["functionCall"]));
    if (generation >= 3) {
      if (called.some((part) => fieldsOf(part["functionCall"])["id"] === undefined))
        wrong.push(`${here}: a call without an id`);
      if (called[0] !== undefined && called[0]["thoughtSignature"] === undefined)
        wrong.push(`${here}: Function call ${show(open[0]?.["name"])} is missing a thought_signature`);
    }
  });
  if (contents.length % 2 === 0) wrong.push("the conversation ends with the model");
  return wrong;
}

function identities(calls: readonly Record<string, Json>[]): string {
  return JSON.stringify(calls.map(({ id = null, name = null }) => [id, name]));
}

function checkPart(part: Record<string, Json>, here: string, generation: number): string[] {
  const kinds = PART_KINDS.filter((kind) => kind in part);
  const wrong = unknownFields(part, [...PART_KINDS, "thought", "thoughtSignature"], here);
  if (kinds.length !== 1) wrong.push(`${here}: ${kinds.length} kinds of data`);
  const signature = part["thoughtSignature"];
  if (signature !== undefined && signature !== SENTINEL && !/^[\w+/]+={0,2}$/.test(show(signature)))
    wrong.push(`${here}: signature`);
  if (part["text"] === "" && signature === undefined) wrong.push(`${here}: empty text`);
  const image = fieldsOf(part["inlineData"]);
  if ("inlineData" in part)
    wrong.push(...checkImage(show(image["mimeType"]), show(image["data"])).map((one) => `${here}: ${one}`));
  const response = fieldsOf(part["functionResponse"]);
  if ("functionResponse" in part && !isObject(response["response"])) wrong.push(`${here}: response is no object`);
  if ("functionResponse" in part) {
    const known = ["name", "response", ...(generation >= 3 ? ["id", "parts"] : [])];
    wrong.push(...unknownFields(response, known, `${here}.functionResponse`));
    const shown = Array.isArray(response["parts"]) ? (response["parts"] as Json[]).map(fieldsOf) : [];
    wrong.push(...shown.flatMap((one, at) => checkPart(one, `${here}.functionResponse.parts[${at}]`, generation)));
  }
  const call = fieldsOf(part["functionCall"]);
  if ("functionCall" in part && !isObject(call["args"])) wrong.push(`${here}: args is no object`);
  return wrong;
}
