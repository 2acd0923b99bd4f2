/** The Messages half of the model double: strict about requests, plain about streams. */

import { argumentText, interleave, pieces, type DoubleReply } from "./model-reply.ts";
import { checkImage, checkTools, fieldsOf, isObject, show, unknownFields, type Json } from "./model-check.ts";

const INPUT_USAGE = {
  input_tokens: 60,
  cache_read_input_tokens: 30,
  cache_creation_input_tokens: 10,
  output_tokens: 1,
};
const OUTPUT_USAGE = { output_tokens: 20 };

/** The stream of a reply as server-sent events. */
export function anthropicStream(reply: DoubleReply): string {
  const events = [
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "double",
        content: [],
        stop_reason: null,
        ...(reply.usage === null ? {} : { usage: reply.usageAtStart ?? INPUT_USAGE }),
      },
    },
    { type: "ping" },
    ...blocks(reply),
    ...endEvents(reply),
  ];
  const newline = reply.crlf === true ? "\r\n" : "\n";
  const lines = events.map(
    (event) => `event: ${event.type}${newline}data: ${JSON.stringify(event)}${newline}${newline}`,
  );
  if (reply.malformedEvent === true)
    lines.splice(1, 0, `event: content_block_delta${newline}data: {not json${newline}${newline}`);
  return lines.join("");
}

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

function blocks(reply: DoubleReply): Event[] {
  const lists: ((index: number) => Event[])[] = [];
  if (reply.think !== undefined) {
    const { think, signature } = reply;
    lists.push((index) =>
      block(index, { type: "thinking", thinking: "", signature: "" }, [
        ...pieces(think).map((thinking) => ({ type: "thinking_delta", thinking })),
        ...(signature === undefined ? [] : [{ type: "signature_delta", signature }]),
      ]),
    );
  }
  if (reply.redacted !== undefined) {
    const { redacted } = reply;
    lists.push((index) => block(index, { type: "redacted_thinking", data: redacted }, []));
  }
  if (reply.text !== undefined) {
    const { text } = reply;
    lists.push((index) =>
      block(
        index,
        { type: "text", text: "" },
        pieces(text).map((piece) => ({ type: "text_delta", text: piece })),
      ),
    );
  }
  const spoken = lists.flatMap((list, index) => list(index));
  const calls = (reply.calls ?? []).map((call, at) => {
    const id = reply.duplicateIds === true ? "toolu_same" : (call.id ?? `toolu_${at}_${call.name}`);
    const start = { type: "tool_use", id, name: call.name, input: {} };
    const deltas = pieces(argumentText(call)).map((partial_json) => ({ type: "input_json_delta", partial_json }));
    return block(lists.length + at, start, deltas);
  });
  return [...spoken, ...(reply.interleaved === true ? interleave(calls) : calls.flat())];
}

function block(index: number, start: object, deltas: readonly object[]): Event[] {
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

function endEvents(reply: DoubleReply): Event[] {
  if (reply.errorEvent !== undefined) return [{ type: "error", error: reply.errorEvent }];
  if (reply.noFinish === true) return [];
  const reason = reply.finish ?? ((reply.calls ?? []).length > 0 ? "tool_use" : "end_turn");
  return [
    {
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null },
      ...(reply.usage === null ? {} : { usage: reply.usage ?? OUTPUT_USAGE }),
    },
    { type: "message_stop" },
  ];
}

const BODY_FIELDS = [
  "model",
  "max_tokens",
  "stream",
  "thinking",
  "output_config",
  "context_management",
  "tools",
  "system",
  "messages",
];

/** A budget that fits under the cap, or an effort; never both, never a field of the other. */
function checkThinking(body: Record<string, Json>): string[] {
  const { thinking, output_config: config } = body;
  const effort = fieldsOf(config)["effort"];
  const wrong = config === undefined ? [] : unknownFields(fieldsOf(config), ["effort"], "output_config");
  if (config !== undefined && !["low", "medium", "high", "xhigh", "max"].includes(show(effort)))
    wrong.push(`effort ${show(effort)}`);
  if (thinking === undefined) return wrong;
  const fields = fieldsOf(thinking);
  switch (fields["type"]) {
    case "enabled": {
      const budget = fields["budget_tokens"];
      if (!Number.isInteger(budget) || Number(budget) < 1024) wrong.push(`budget_tokens ${show(budget)}`);
      if (Number(budget) >= Number(body["max_tokens"])) wrong.push("budget_tokens is not less than max_tokens");
      return [...wrong, ...unknownFields(fields, ["type", "budget_tokens", "display"], "thinking")];
    }
    case "adaptive":
      return [...wrong, ...unknownFields(fields, ["type", "display"], "thinking")];
    case "disabled":
    case "between_tools":
      return [...wrong, ...unknownFields(fields, ["type"], "thinking")];
    default:
      return [...wrong, `thinking type ${show(fields["type"])}`];
  }
}

/** What is wrong with a request body; empty when nothing is. */
export function checkAnthropic(body: Json): string[] {
  if (!isObject(body)) return ["the body is not an object"];
  const wrong = unknownFields(body, BODY_FIELDS, "body");
  wrong.push(...checkThinking(body));
  if (typeof body["model"] !== "string" || body["model"] === "") wrong.push("model is missing");
  if (!Number.isInteger(body["max_tokens"]) || Number(body["max_tokens"]) < 1) wrong.push("max_tokens is missing");
  if (body["stream"] !== true) wrong.push("stream is not true");
  wrong.push(
    ...checkTools(body["tools"], (tool) =>
      unknownFields(tool, ["name", "description", "input_schema", "cache_control"], "").length === 0
        ? { name: tool["name"], description: tool["description"], parameters: tool["input_schema"] }
        : undefined,
    ),
  );
  const marks = JSON.stringify(body).split('"cache_control"').length - 1;
  if (marks > 4) wrong.push(`${marks} cache marks, at most 4 are allowed`);
  const messages = body["messages"];
  if (!Array.isArray(messages) || messages.length === 0) return [...wrong, "messages is not a filled array"];
  return [...wrong, ...checkMessages(messages as Json[])];
}

const BLOCK_FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["type", "text", "citations", "cache_control"],
  image: ["type", "source", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
  tool_use: ["type", "id", "name", "input", "caller", "cache_control"],
  server_tool_use: ["type", "id", "name", "input", "caller", "cache_control"],
  web_search_tool_result: ["type", "tool_use_id", "content", "caller", "cache_control"],
  container_upload: ["type", "file_id", "cache_control"],
  fallback: ["type", "from", "to"],
  tool_result: ["type", "tool_use_id", "content", "is_error", "cache_control"],
};

/** Text and pictures; no picture in the result of a failed call. */
function checkResult(content: readonly Json[], isError: boolean): string[] {
  return content.map(fieldsOf).flatMap((part) => {
    if (part["type"] === "text") return show(part["text"]).trim() === "" ? ["empty text in a result"] : [];
    if (part["type"] !== "image") return [`a result holds ${show(part["type"])}`];
    const source = fieldsOf(part["source"]);
    const misplaced = isError ? ["all content must be type text if is_error is true"] : [];
    return [...misplaced, ...checkImage(show(source["media_type"]), show(source["data"]))];
  });
}

/** User first, roles alternate, every tool_use answered in the very next message, results before text. */
function checkMessages(messages: readonly Json[]): string[] {
  const wrong: string[] = [];
  let open: string[] = [];
  messages.forEach((raw, at) => {
    const message = fieldsOf(raw);
    const here = `messages[${at}]`;
    wrong.push(...unknownFields(message, ["role", "content"], here));
    if (message["role"] !== (at % 2 === 0 ? "user" : "assistant"))
      wrong.push(`${here}: role ${show(message["role"])} out of turn`);
    const content = message["content"];
    if (!Array.isArray(content) || content.length === 0) wrong.push(`${here}: content is not a filled array`);
    const blocks = Array.isArray(content) ? (content as Json[]).map(fieldsOf) : [];
    for (const part of blocks) {
      const known = BLOCK_FIELDS[show(part["type"])];
      if (known === undefined) wrong.push(`${here}: block type ${show(part["type"])}`);
      else wrong.push(...unknownFields(part, known, here));
      if (part["type"] === "text" && show(part["text"]).trim() === "")
        wrong.push(`${here}: text content blocks must contain non-whitespace text`);
      if (part["type"] === "image") {
        const source = fieldsOf(part["source"]);
        wrong.push(...unknownFields(source, ["type", "media_type", "data"], here));
        if (source["type"] !== "base64" || message["role"] !== "user") wrong.push(`${here}: image out of place`);
        wrong.push(
          ...checkImage(show(source["media_type"]), show(source["data"])).map((reason) => `${here}: ${reason}`),
        );
      }
      if (part["type"] === "tool_result" && Array.isArray(part["content"]))
        wrong.push(
          ...checkResult(part["content"] as Json[], part["is_error"] === true).map((reason) => `${here}: ${reason}`),
        );
      if (part["type"] === "thinking" && typeof part["signature"] !== "string")
        wrong.push(`${here}: unsigned thinking`);
    }
    const results = blocks.filter((part) => part["type"] === "tool_result").map((part) => show(part["tool_use_id"]));
    for (const id of results) if (!open.includes(id)) wrong.push(`${here}: orphan tool_result ${id}`);
    const missing = open.filter((id) => !results.includes(id));
    if (missing.length > 0) wrong.push(`${here}: no result for ${missing.join(", ")}`);
    if (new Set(results).size !== results.length) wrong.push(`${here}: two results for one call`);
    if (blocks.findLastIndex((part) => part["type"] === "tool_result") >= results.length)
      wrong.push(`${here}: results not first`);
    open = blocks.filter((part) => part["type"] === "tool_use").map((part) => show(part["id"]));
    if (open.some((id) => !/^[a-zA-Z0-9_-]+$/.test(id))) wrong.push(`${here}: call id has a forbidden character`);
    for (const part of blocks.filter(({ type }) => type === "tool_use")) {
      if (!isObject(part["input"])) wrong.push(`${here}: input is no object`);
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(show(part["name"]))) wrong.push(`${here}: call name ${show(part["name"])}`);
    }
    if (new Set(open).size !== open.length) wrong.push(`${here}: call ids repeat`);
  });
  const ends = fieldsOf((fieldsOf(messages.at(-1) ?? null)["content"] as Json[] | undefined)?.at(-1) ?? null);
  // Only an answer that paused in the middle of a server's tool goes on.
  const isPaused = /^server_tool_use$|_tool_result$/.test(show(ends["type"]));
  if (messages.length % 2 === 0 && !isPaused) wrong.push("the conversation ends with the assistant");
  return wrong;
}
