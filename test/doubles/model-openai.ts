/** The Chat Completions half of the model double: strict about requests, plain about streams. */

import { argumentText, interleave, pieces, type DoubleCall, type DoubleReply } from "./model-reply.ts";
import { checkImage, checkTools, fieldsOf, isObject, show, unknownFields, type Json } from "./model-check.ts";

const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 40 },
};

const BODY_FIELDS = [
  "model",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "prompt_cache_key",
  "reasoning_effort",
  "thinking",
  "enable_thinking",
  "chat_template_kwargs",
  "reasoning",
  "usage",
  "tool_stream",
  "reasoning_split",
  "tools",
  "messages",
];

const EFFORTS = new Set(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

/** Of Moonshot, DeepSeek, GLM and MiniMax. */
const THINKING_OBJECT = /^\{"type":"(?:enabled|disabled|adaptive)"(?:,"keep":"all"|,"clear_thinking":false)?\}$/;

/** The stream of a reply as server-sent events. */
export function openAiStream(reply: DoubleReply): string {
  const events = [
    chunk({ role: "assistant", content: "" }),
    ...(reply.malformedEvent === true ? ["{not json"] : []),
    ...pieces(reply.think ?? "").map((text) => chunk({ reasoning_content: text })),
    ...pieces(reply.text ?? "").map((text) => chunk({ content: text })),
    ...callChunks(reply),
    ...endChunks(reply),
  ];
  const newline = reply.crlf === true ? "\r\n" : "\n";
  return events.map((event) => `data: ${event}${newline}${newline}`).join("");
}

function chunk(delta: object, finish: string | null = null, more: object = {}): string {
  return JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "double",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });
}

function callChunks(reply: DoubleReply): string[] {
  const calls = reply.calls ?? [];
  const idOf = (call: DoubleCall, index: number): object => {
    if (reply.noIds === true) return {};
    return { id: reply.duplicateIds === true ? "call_same" : (call.id ?? `call_${index}_${call.name}`) };
  };
  const fragments = calls.map((call, index) => [
    chunk({
      tool_calls: [{ index, ...idOf(call, index), type: "function", function: { name: call.name, arguments: "" } }],
    }),
    ...pieces(argumentText(call)).map((text) => chunk({ tool_calls: [{ index, function: { arguments: text } }] })),
  ]);
  return reply.interleaved === true ? interleave(fragments) : fragments.flat();
}

function endChunks(reply: DoubleReply): string[] {
  if (reply.errorEvent !== undefined) return [JSON.stringify({ error: reply.errorEvent })];
  const calls = reply.calls ?? [];
  const usage =
    reply.usage === null ? [] : [JSON.stringify({ id: "chatcmpl-1", choices: [], usage: reply.usage ?? USAGE })];
  return [
    ...(reply.noFinish === true ? [] : [chunk({}, reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop"))]),
    ...usage,
    ...(reply.noDone === true ? [] : ["[DONE]"]),
  ];
}

/** What is wrong with a request body; empty when nothing is. */
export function checkOpenAi(body: Json): string[] {
  if (!isObject(body)) return ["the body is not an object"];
  const wrong = unknownFields(body, BODY_FIELDS, "body");
  if (typeof body["model"] !== "string" || body["model"] === "") wrong.push("model is missing");
  if (body["stream"] !== true) wrong.push("stream is not true");
  if (JSON.stringify(body["stream_options"]) !== '{"include_usage":true}') wrong.push("stream_options is wrong");
  const caps = ["max_tokens", "max_completion_tokens"].filter((field) => field in body);
  if (caps.length !== 1 || !Number.isInteger(body[caps[0]!]) || Number(body[caps[0]!]) < 1)
    wrong.push("no single output cap");
  wrong.push(
    ...checkTools(body["tools"], (tool) => {
      const fields = fieldsOf(tool["function"]);
      return tool["type"] === "function"
        ? { name: fields["name"], description: fields["description"], parameters: fields["parameters"] }
        : undefined;
    }),
  );
  const effort = body["reasoning_effort"];
  if (effort !== undefined && !EFFORTS.has(show(effort))) wrong.push(`reasoning_effort ${show(effort)}`);
  const thinking = body["thinking"];
  if (thinking !== undefined && !THINKING_OBJECT.test(show(thinking))) wrong.push(`thinking ${show(thinking)}`);
  if (show(body["model"]).startsWith("kimi") && thinking !== undefined && effort !== undefined)
    wrong.push("cannot specify both 'thinking' and 'reasoning_effort'");
  const messages = body["messages"];
  if (!Array.isArray(messages)) return [...wrong, "messages is not an array"];
  return [...wrong, ...missingReasoning(body, messages as Json[]), ...checkMessages(messages as Json[])];
}

/** Roles in order; every call answered at once, by its own id, before anybody else speaks. */
function checkMessages(messages: readonly Json[]): string[] {
  const wrong: string[] = [];
  let open: string[] = [];
  messages.forEach((raw, at) => {
    const message = fieldsOf(raw);
    const here = `messages[${at}]`;
    if ((message["role"] === "system") !== (at === 0)) wrong.push(`${here}: system belongs first, and only there`);
    if (message["role"] === "tool") {
      wrong.push(...unknownFields(message, ["role", "tool_call_id", "content"], here));
      if (typeof message["content"] !== "string") wrong.push(`${here}: content is not text`);
      const id = show(message["tool_call_id"]);
      if (!open.includes(id)) wrong.push(`${here}: orphan tool message ${id}`);
      open = open.filter((other) => other !== id);
      return;
    }
    if (open.length > 0) wrong.push(`${here}: no result for ${open.join(", ")}`);
    open = [];
    if (message["role"] === "assistant") {
      const checked = checkAssistant(message, here);
      wrong.push(...checked.wrong);
      open = checked.ids;
      return;
    }
    wrong.push(...unknownFields(message, ["role", "content"], here));
    if (message["role"] !== "user" && message["role"] !== "system")
      wrong.push(`${here}: role ${show(message["role"])}`);
    if (message["role"] === "user" && Array.isArray(message["content"]))
      wrong.push(...checkParts(message["content"] as Json[], here));
    else if (typeof message["content"] !== "string") wrong.push(`${here}: content is not text`);
  });
  if (open.length > 0) wrong.push(`the conversation ends without a result for ${open.join(", ")}`);
  if (fieldsOf(messages.at(-1) ?? null)["role"] === "assistant") wrong.push("the conversation ends with the assistant");
  return wrong;
}

/** Text and images, the latter inside their data URL. */
function checkParts(parts: readonly Json[], here: string): string[] {
  if (parts.length === 0) return [`${here}: content is an empty array`];
  return parts.flatMap((raw): string[] => {
    const part = fieldsOf(raw);
    if (part["type"] === "text") {
      const empty = typeof part["text"] === "string" && part["text"] !== "" ? [] : [`${here}: empty text part`];
      return [...unknownFields(part, ["type", "text"], here), ...empty];
    }
    if (part["type"] !== "image_url") return [`${here}: part type ${show(part["type"])}`];
    const image = fieldsOf(part["image_url"]);
    const [, type = "", data = ""] = /^data:([^;]+);base64,(.*)$/s.exec(show(image["url"])) ?? [];
    const fields = [...unknownFields(part, ["type", "image_url"], here), ...unknownFields(image, ["url"], here)];
    return [...fields, ...checkImage(type, data).map((reason) => `${here}: ${reason}`)];
  });
}

/** Each vendor's; that a field goes back only to the vendor that sent it is checked against what was sent. */
const ASSISTANT_FIELDS = [
  "role",
  "content",
  "reasoning_content",
  "reasoning",
  "reasoning_text",
  "reasoning_details",
  "reasoning_opaque",
  "thinking_blocks",
  "extra_content",
  "tool_calls",
];

/** Kimi and DeepSeek think unless they are told not to, and want their reasoning back on each message with a call. */
function missingReasoning(body: Record<string, Json>, messages: readonly Json[]): string[] {
  const isThinking =
    /^(?:kimi|deepseek)/.test(show(body["model"])) && fieldsOf(body["thinking"])["type"] !== "disabled";
  return messages.flatMap((raw, at) => {
    const { tool_calls: calls, reasoning_content: reasoning } = fieldsOf(raw);
    if (!isThinking || calls === undefined || typeof reasoning === "string") return [];
    return [`thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`];
  });
}

function checkAssistant(message: Record<string, Json>, here: string): { wrong: string[]; ids: string[] } {
  const wrong = unknownFields(message, ASSISTANT_FIELDS, here);
  const calls = (message["tool_calls"] ?? []) as Json[];
  if ("tool_calls" in message && calls.length === 0) wrong.push(`${here}: tool_calls is empty`);
  if (calls.length === 0 && (message["content"] === null || message["content"] === ""))
    wrong.push(`${here}: says nothing`);
  const ids = calls.map((raw) => {
    const call = fieldsOf(raw);
    const called = fieldsOf(call["function"]);
    wrong.push(
      ...unknownFields(call, ["id", "type", "function", "extra_content", "extras"], here),
      ...unknownFields(called, ["name", "arguments"], here),
    );
    if (call["type"] !== "function") wrong.push(`${here}: call type`);
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(show(called["name"]))) wrong.push(`${here}: call name ${show(called["name"])}`);
    try {
      if (!isObject(JSON.parse(show(called["arguments"])) as Json)) throw new TypeError("no object");
    } catch {
      wrong.push(`${here}: arguments are not the JSON text of an object`);
    }
    return show(call["id"]);
  });
  if (new Set(ids).size !== ids.length) wrong.push(`${here}: call ids repeat`);
  return { wrong, ids };
}
