/** Adapter of the Responses API. The provider stores nothing: reasoning comes encrypted and goes back. */

import { member, isRecord } from "../base/member.ts";
import type { ChatModel } from "../protocol/model.ts";
import { createAdapter } from "./adapter.ts";
import { filteredAnswer } from "./errors.ts";
import type { ModelAnswer } from "./model-answer.ts";
import type { OpenBlock } from "./wire/drafts.ts";
import { createOpener, type OpenAiModelOptions } from "./openai.ts";
import { readOpenAiUsage } from "./openai-usage.ts";
import { responsesBody } from "./responses-request.ts";
import type { EventWorth } from "./stream.ts";
import { createOutputItems, type OpenItem } from "./wire/output-items.ts";
import type { ReportUsage } from "./wire/usage.ts";
import { failureOfEvent, isDone, jsonOf, type ServerEvent } from "./wire/server-events.ts";
import { asArray, asString, asFields, jsonText, type Fields, readCount } from "./wire/wire-value.ts";

/** Names of the last event of an answer. */
const LAST: ReadonlySet<string> = new Set(["response.completed", "response.incomplete"]);

/** Builds a ChatModel over the Responses API. One call of `chat` is one HTTP request. */
export function createResponsesModel(options: OpenAiModelOptions): ChatModel {
  const open = createOpener(options, "/responses", (event) => LAST.has(event.name) || isDone(event));
  return createAdapter<ServerEvent>(options, {
    wire: "responses",
    open: async (request, maxTokens, attempt) => open(responsesBody(request, { ...options, maxTokens }), attempt),
    read: createReader,
  });
}

/** The event. A server that does not stream answers with the response that ends a stream. */
function eventIn(sent: ServerEvent): unknown {
  const event = jsonOf(sent);
  const isWhole = member(event, "type") === undefined && Array.isArray(member(event, "output"));
  const status = asString(member(event, "status")) ?? "completed";
  return isWhole ? { type: `response.${status}`, response: event } : event;
}

/** Reads one output item, which is streamed in deltas and then sent whole. */
interface ItemReader {
  readonly delta: (text: string, part?: unknown) => void;
  readonly done: (item: Fields) => void;
  /** Takes what the last event says of an item that is done. */
  readonly sealed?: (item: Fields) => void;
}

function createReader(answer: ModelAnswer, report: ReportUsage): (sent: ServerEvent) => EventWorth {
  const items = createOutputItems((item) => openItem(item, answer));
  const refusals: string[] = [];
  let begun: string | undefined;
  const takeDone = (item: Fields, open: OpenItem<ItemReader>): void => {
    if (open.isDone) open.reader.sealed?.(item);
    else open.reader.done(item);
    open.isDone = true;
    // The whole refusal, if it did not come in deltas.
    if (refusals.length === 0) refusals.push(...asArray(item["content"]).map((part) => textIn(part, "refusal")));
  };
  const finish = (response: unknown): void => {
    // Some hosts send items, or parts of them, only with the last event.
    const output = asArray(member(response, "output")).map(asFields).filter(isItem);
    items.joined(output).forEach((open, at) => takeDone(output[at] ?? {}, open));
    const refusal = refusals.join("").trim();
    if (refusal !== "") throw filteredAnswer(`the model refused: ${refusal}`);
  };
  return (sent) => {
    if (isDone(sent)) return "nothing"; // xAI and a few gateways end the stream like Chat Completions
    const event = eventIn(sent);
    const type = asString(member(event, "type")) ?? "";
    const response = member(event, "response");
    const index = readCount(member(event, "output_index"));
    switch (type) {
      case "response.created": {
        // A gateway that asks another server in the middle of an answer begins again.
        const id = textIn(response, "id");
        if (begun !== undefined && begun !== id) {
          items.clear();
          refusals.length = 0;
          answer.restart();
        }
        begun = id;
        return "nothing";
      }
      case "response.output_item.added": {
        const item = asFields(member(event, "item"));
        // The name follows when the item is done.
        if (!isItem(item) || (item["type"] === "function_call" && !item["name"])) return "nothing";
        items.at(index, item);
        return "content";
      }
      case "response.output_item.done": {
        const item = asFields(member(event, "item"));
        if (!isItem(item)) return "nothing";
        takeDone(item, items.at(index, item));
        return "content";
      }
      case "response.refusal.delta":
        refusals.push(textIn(event, "delta"));
        return "content";
      case "response.output_text.delta":
      case "response.reasoning_text.delta":
      case "response.reasoning_summary_text.delta":
      case "response.function_call_arguments.delta": {
        const part = member(event, "summary_index") ?? member(event, "content_index");
        const open = items.named(index, member(event, "item_id"));
        if (open?.isDone === false) open.reader.delta(textIn(event, "delta"), part);
        return textIn(event, "delta") === "" ? "nothing" : "content";
      }
      case "response.completed":
      case "response.incomplete":
        report(readOpenAiUsage(member(response, "usage")));
        finish(response);
        answer.finish(finishOf(asString(member(member(response, "incomplete_details"), "reason"))));
        return "finished";
      case "response.failed":
        report(readOpenAiUsage(member(response, "usage")));
        throw failureOfEvent(member(response, "error") ?? "it failed and does not say why");
      default:
        return "nothing";
    }
  };
}

function isItem({ type }: Fields): boolean {
  return typeof type === "string";
}

function openItem(item: Fields, answer: ModelAnswer): ItemReader {
  switch (item["type"]) {
    case "reasoning":
      return reasoningItem(answer.begin("think"));
    case "message":
      return messageItem(answer.begin("text"));
    case "function_call":
      return callItem(answer.beginCall({ id: textIn(item, "call_id"), name: textIn(item, "name") }));
    default: {
      let whole = item;
      answer.opaque(() => whole);
      return { delta: () => {}, done: (done) => void (whole = done) };
    }
  }
}

/** Reasoning goes back as it was when done. LiteLLM sends Claude's encrypted content with the last event only. */
function reasoningItem(block: OpenBlock): ItemReader {
  const writer = createWriter(block);
  let isSealed = false;
  return {
    delta: writer.delta,
    done: ({ type: _type, status: _status, ...item }) => {
      const parts = [...asArray(item["content"]), ...asArray(item["summary"])];
      writer.rest(parts.map((part) => textIn(part, "text")).join("\n\n"));
      block.extend(item);
      isSealed = textIn(item, "encrypted_content") !== "";
    },
    sealed: ({ type, encrypted_content: seal }) => {
      if (type === "reasoning" && !isSealed && typeof seal === "string") block.extend({ encrypted_content: seal });
    },
  };
}

function messageItem(block: OpenBlock): ItemReader {
  const writer = createWriter(block);
  return {
    delta: writer.delta,
    done: ({ id, phase, content }) => {
      const parts = asArray(content).map((part) => textIn(part, "text"));
      const annotations = asArray(content).map((part) => asArray(member(part, "annotations")));
      writer.rest(parts.join("\n\n"));
      block.extend({
        ...(parts.length > 1 ? { parts } : {}),
        ...(annotations.some((list) => list.length > 0) ? { annotations } : {}),
        ...(id === undefined ? {} : { id }),
        ...(phase === undefined || phase === null ? {} : { phase }),
      });
    },
  };
}

function callItem(block: OpenBlock): ItemReader {
  const writer = createWriter(block);
  return {
    delta: (text) => writer.delta(text),
    done: ({ id, namespace, arguments: text }) => {
      writer.rest(asString(text) ?? (isRecord(text) ? (jsonText(text) ?? "") : ""));
      block.extend({ ...(id === undefined ? {} : { id }), ...(namespace === undefined ? {} : { namespace }) });
    },
  };
}

/** Writes deltas, with an empty line between parts. `rest` takes the whole text and writes what the deltas did not contain. */
function createWriter(block: OpenBlock) {
  let last: unknown;
  let written = "";
  const write = (text: string): void => {
    written += text;
    block.write(text);
  };
  return {
    delta: (text: string, part?: unknown): void => {
      if (text === "") return;
      write(written !== "" && part !== last ? `\n\n${text}` : text);
      last = part;
    },
    rest: (text: string): void => {
      if (text.startsWith(written)) write(text.slice(written.length));
    },
  };
}

function finishOf(reason: string | undefined): "stop" | "length" | "filtered" {
  if (reason === "max_output_tokens") return "length";
  return reason === "content_filter" ? "filtered" : "stop";
}

function textIn(value: unknown, key: string): string {
  return asString(member(value, key)) ?? "";
}
