/** Adapter of the Messages API. It reads raw stream events, because the SDK's helper repairs and reorders them. */

import Anthropic from "@anthropic-ai/sdk";
import { member, parseJson, isRecord } from "../base/member.ts";
import type { ChatModel } from "../protocol/model.ts";
import { createAdapter, type AdapterOptions } from "./adapter.ts";
import { anthropicBody } from "./anthropic-request.ts";
import { postMessage, type ClientSettings, type MessagesClient } from "./clouds/messages-client.ts";
import type { FinishReason, ModelAnswer } from "./model-answer.ts";
import { fieldJson, type OpenBlock } from "./wire/drafts.ts";
import { createNodeFetch, withHeard } from "./node-fetch.ts";
import type { EventWorth } from "./stream.ts";
import { budgetOf } from "./thinking.ts";
import type { ReportedUsage, ReportUsage } from "./wire/usage.ts";
import { eventsOf, isDone, jsonOf } from "./wire/server-events.ts";
import { asArray, asString, asFields, jsonText, type Fields, readCount, unusable } from "./wire/wire-value.ts";

/** Header that lets a model with a thinking budget think after tool results too. Newer models do so without it. */
const INTERLEAVED = { "anthropic-beta": "interleaved-thinking-2025-05-14" };

/** Anthropic's price of a search of the web, and the most searches of one answer that are counted. */
const SEARCH_USD = 0.01;
const MAX_SEARCHES = 100;

/** Builds a ChatModel over the Messages API. One call of `chat` is one HTTP request. */
export function createAnthropicModel(options: AdapterOptions): ChatModel {
  // Null, because with undefined the SDK reads other credentials from the environment.
  const credentials = { apiKey: options.apiKey, authToken: null, webhookKey: null };
  const client = new Anthropic({ ...clientSettings(options), ...credentials });
  return createMessagesModel(options, {
    create: async (body, more) => messageEvents(await postMessage(client, body, more).asResponse()),
  });
}

/** The events of an answer. The SDK would ignore events without a name, which some gateways send. */
async function* messageEvents(response: Response): AsyncGenerator {
  for await (const sent of eventsOf(response, isDone)) {
    if (isDone(sent)) return;
    yield jsonOf(sent);
  }
}

/** Settings of a client, which retries nothing. */
export function clientSettings({ baseUrl, headers, thinking, timeouts, proxyEnv }: AdapterOptions): ClientSettings {
  return {
    baseURL: baseUrl,
    defaultHeaders: { ...(budgetOf(thinking) > 0 ? INTERLEAVED : {}), ...headers },
    maxRetries: 0,
    timeout: timeouts.totalMs,
    logLevel: "off",
    fetch: createNodeFetch({ proxyEnv }),
  };
}

export function createMessagesModel(options: AdapterOptions, client: MessagesClient): ChatModel {
  return createAdapter<unknown>(options, {
    wire: "anthropic",
    open: (request, maxTokens, { signal, heard }) => {
      const body = anthropicBody(request, { ...options, maxTokens });
      return client.create(body, { signal, fetchOptions: withHeard(heard) });
    },
    read: createReader,
  });
}

type TakeDelta = (delta: unknown) => EventWorth;

function createReader(answer: ModelAnswer, report: ReportUsage): (event: unknown) => EventWorth {
  const open = new Map<unknown, TakeDelta>();
  /** Indexes of all blocks of the message. */
  const places = new Set<unknown>();
  let begun: string | undefined;
  let [isAgain, isRenamed, isOther] = [false, false, false];
  /** A block began with its first delta. */
  let hasUnopened = false;
  return (event) => {
    const type = member(event, "type");
    if (type === "message_start") {
      const id = asString(member(member(event, "message"), "id")) ?? "";
      isAgain = begun !== undefined;
      isRenamed = isAgain && id !== "" && id !== begun;
      isOther ||= isRenamed && answer.finished() !== undefined;
      begun = id || begun || "";
    }
    if (isOther) return "nothing"; // another message behind a complete one
    const isUnopened = hasUnopened && isRenamed && type === "content_block_delta";
    if (isAgain && (isUnopened || type === "content_block_start")) {
      isAgain = false;
      // Some gateways repeat the start in the middle of an answer, and go on. Others ask another server there: what begins with the
      // first block again takes the place of what was before.
      if (places.has(member(event, "index"))) {
        open.clear();
        places.clear();
        answer.restart();
      }
    }
    switch (type) {
      case "message_start": {
        const { output: outputAtStart, ...prompt } = readUsage(member(member(event, "message"), "usage"));
        report({ ...prompt, outputAtStart });
        return "nothing";
      }
      case "content_block_start": {
        const block = member(event, "content_block");
        const index = member(event, "index");
        places.add(index);
        open.set(index, openBlock(block, readCount(index), answer));
        const said = ["text", "thinking", "data"].flatMap((key) => asString(member(block, key)) ?? []);
        return said.length === 0 ? "content" : worth(said.join(""));
      }
      case "content_block_delta": {
        const [index, delta] = [member(event, "index"), member(event, "delta")];
        const type = BLOCK_OF_DELTA.get(member(delta, "type"));
        if (type !== undefined && !open.has(index)) {
          open.set(index, openBlock({ type }, undefined, answer));
          places.add(index);
          hasUnopened = true;
        }
        return open.get(index)?.(delta) ?? "nothing";
      }
      case "content_block_stop":
        open.delete(member(event, "index"));
        return "nothing";
      case "message_delta": {
        const delta = member(event, "delta");
        const reason = asString(member(delta, "stop_reason"));
        report(readUsage(member(event, "usage")));
        if (reason === undefined) return "nothing";
        const isFirst = answer.finished() === undefined;
        const details = member(delta, "stop_details") ?? member(event, "stop_details");
        answer.finish(finishOf(reason), asString(member(details, "category")));
        return isFirst ? "finished" : "nothing"; // some gateways end the stream here
      }
      case "message": // from a gateway that does not stream
        asArray(member(event, "content")).forEach((block, index) => openBlock(block, index, answer));
        report(readUsage(member(event, "usage")));
        answer.finish(finishOf(asString(member(event, "stop_reason")) ?? ""));
        return "finished";
      case "message_stop":
        answer.finish("stop");
        return "finished";
      default:
        return "nothing";
    }
  };
}

/** Blocks that some gateways do not open, by the type of their deltas. Other deltas without an open block are ignored. */
const BLOCK_OF_DELTA: ReadonlyMap<unknown, string> = new Map([
  ["text_delta", "text"],
  ["thinking_delta", "thinking"],
]);

function openBlock(block: unknown, index: number | undefined, answer: ModelAnswer): TakeDelta {
  const { type, ...fields } = asFields(block);
  switch (type) {
    case "text":
      return takeText(fields, answer);
    case "thinking":
      return takeThinking(fields, answer);
    case "redacted_thinking":
      answer.begin("think", fields);
      return () => "nothing";
    case "tool_use":
      return takeCall(fields, index, answer);
    default:
      return takeOpaque({ type, ...fields }, answer);
  }
}

function takeText({ text, citations, ...extra }: Fields, answer: ModelAnswer): TakeDelta {
  const block = answer.begin("text", filled(extra));
  const cited = [...asArray(citations)];
  block.write(asString(text) ?? "");
  return (delta) => {
    const citation = member(delta, "citation");
    if (citation !== undefined) {
      cited.push(citation);
      block.extend({ citations: cited }, fieldJson(citation).length);
    }
    return written(block, member(delta, "text"));
  };
}

function takeThinking({ thinking, signature, ...extra }: Fields, answer: ModelAnswer): TakeDelta {
  let signed = asString(signature) ?? "";
  const block = answer.begin("think", { ...filled(extra), ...(signed === "" ? {} : { signature: signed }) });
  block.write(asString(thinking) ?? "");
  return (delta) => {
    const piece = asString(member(delta, "signature")) ?? "";
    signed += piece;
    if (piece !== "") block.extend({ signature: signed }, piece.length);
    return written(block, member(delta, "thinking")) === "content" ? "content" : worth(piece);
  };
}

/** Arguments come in deltas, but some gateways send them whole at the start of the block. */
function takeCall({ id, name, input, ...extra }: Fields, index: number | undefined, answer: ModelAnswer): TakeDelta {
  const block = answer.beginCall({ index, id: asString(id) ?? "", name: asString(name) ?? "" }, filled(extra));
  const whole = wholeInput(input);
  block.write(whole);
  return (delta) => (whole === "" ? written(block, member(delta, "partial_json")) : "nothing");
}

/** The text of a call's input, which a few gateways send as a text; empty if it has no members. Throws if it is no object. */
function wholeInput(input: unknown): string {
  const text = (typeof input === "string" ? input : (jsonText(input ?? {}) ?? "")).trim();
  if (text === "" || text === "{}") return "";
  if (!text.startsWith("{")) throw unusable("the input of a tool call is not an object");
  return text;
}

/** A block of another kind, such as a server's tool. Its input comes in deltas, and other texts by their names. */
function takeOpaque(value: Fields, answer: ModelAnswer): TakeDelta {
  let input = "";
  let whole = value;
  answer.opaque(() => (input === "" ? whole : { ...whole, input: parseJson(input) ?? input }));
  return (delta) => {
    const { type: _, partial_json: json, ...others } = asFields(delta);
    const texts = Object.entries(others).filter(
      (field): field is [string, string] => typeof field[1] === "string" && field[1] !== "",
    );
    const added = texts.map(([key, text]) => [key, (asString(whole[key]) ?? "") + text] as const);
    const piece = asString(json) ?? "";
    answer.count(piece + texts.map(([, text]) => text).join(""));
    whole = { ...whole, ...Object.fromEntries(added) };
    input += piece;
    return texts.length > 0 ? "content" : worth(piece);
  };
}

function written(block: Pick<OpenBlock, "write">, piece: unknown): EventWorth {
  const text = asString(piece) ?? "";
  block.write(text);
  return worth(text);
}

/** The fields without those that are null, which need not go back to the API. */
function filled(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** Only text counts as progress, because a server could send empty blocks for ever. */
function worth(text: string): EventWorth {
  return text === "" ? "nothing" : "content";
}

function finishOf(reason: string): FinishReason {
  if (reason === "pause_turn" || reason === "compaction") return "paused";
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") return "length";
  return reason === "refusal" ? "filtered" : "stop";
}

/**
 * Input counts come with the first event, the output count with the last one. `input_tokens` does not include cached tokens. A provider
 * that compacts, runs tools or asks an advisor lists each pass, of which the counts outside of the list may include only one.
 */
function readUsage(usage: unknown): ReportedUsage {
  const whole = readPass(usage);
  const searches = readCount(member(member(usage, "server_tool_use"), "web_search_requests")) ?? 0;
  const listed = asArray(member(usage, "iterations")).filter(isRecord);
  const passes = listed.map(readPass);
  const last = listed.findLast(({ type }) => type !== "advisor_message");
  const most = (count: (pass: ReportedUsage) => number | undefined): number | undefined => {
    const counts = passes.flatMap((pass) => count(pass) ?? []);
    if (counts.length === 0) return count(whole);
    return Math.max(
      count(whole) ?? 0,
      counts.reduce((sum, one) => sum + one, 0),
    );
  };
  return {
    input: most(({ input }) => input),
    cacheRead: most(({ cacheRead }) => cacheRead),
    cacheWrite: most(({ cacheWrite }) => cacheWrite),
    hourWrites: most(({ hourWrites }) => hourWrites),
    output: most(({ output }) => output),
    feesUsd: SEARCH_USD * Math.min(searches, MAX_SEARCHES),
    ...(last === undefined ? {} : { passes: passes.length, lastPassTokens: tokensOf(readPass(last)) }),
  };
}

function readPass(usage: unknown): ReportedUsage {
  const writes = member(usage, "cache_creation");
  const hourWrites = readCount(member(writes, "ephemeral_1h_input_tokens"));
  const shortWrites = readCount(member(writes, "ephemeral_5m_input_tokens"));
  const isSplit = hourWrites !== undefined || shortWrites !== undefined;
  return {
    input: readCount(member(usage, "input_tokens")),
    cacheRead: readCount(member(usage, "cache_read_input_tokens")),
    cacheWrite:
      readCount(member(usage, "cache_creation_input_tokens")) ??
      (isSplit ? (hourWrites ?? 0) + (shortWrites ?? 0) : undefined),
    hourWrites,
    output: readCount(member(usage, "output_tokens")),
  };
}

function tokensOf({ input = 0, cacheRead = 0, cacheWrite = 0, output = 0 }: ReportedUsage): number {
  return input + cacheRead + cacheWrite + output;
}
