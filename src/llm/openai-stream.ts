/**
 * Chunks of Chat Completions → an answer. Every field is optional in practice: Azure sends chunks without choices, Gemini calls
 * without index, Mistral content as a list, and several servers no reason for the end.
 */

import { member } from "../base/member.ts";
import type { UsageMeter } from "./adapter.ts";
import { unusable } from "./errors.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { readOpenAiUsage } from "./openai-usage.ts";
import type { EventWorth } from "./stream.ts";
import { readCount } from "./tokens.ts";
import { failureOfEvent, type ServerEvent } from "./wire/server-events.ts";
import { addDetails } from "./wire/reasoning-details.ts";
import { asArray, asString, jsonText } from "./wire/wire-value.ts";

/** Whether an event is the last one. */
export function isDone({ data }: ServerEvent): boolean {
  return data.trim() === "[DONE]";
}

interface Reading {
  readonly answer: ModelAnswer;
  readonly meter: UsageMeter;
  /** Takes what belongs to the message as a whole, and returns the reasoning in it. */
  readonly takeExtras: (delta: unknown) => string;
}

/** Begins to read one answer. */
export function createOpenAiReader(answer: ModelAnswer, meter: UsageMeter): (event: ServerEvent) => EventWorth {
  const details: Record<string, unknown>[] = [];
  let content: object | undefined;
  answer.extend(() => ({
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    ...(content === undefined ? {} : { extra_content: content }),
  }));
  const takeExtras = (delta: unknown): string => {
    const [pieces, extra] = [member(delta, "reasoning_details"), member(delta, "extra_content")];
    if (isFields(extra)) content = { ...content, ...extra };
    if (pieces !== undefined || extra !== undefined) answer.count(jsonText([pieces, extra]) ?? "");
    return addDetails(details, pieces);
  };
  return (event) => takeEvent(event, { answer, meter, takeExtras });
}

/** Feeds one event. Throws for an error, also behind a finish marker. */
function takeEvent(event: ServerEvent, reading: Reading): EventWorth {
  const { answer } = reading;
  if (isDone(event)) {
    // Some servers send no reason. What was said is then all of it.
    if (answer.finished() === undefined && answer.written() === "") return "nothing";
    answer.finish("stop");
    return "finished";
  }
  const chunk: unknown = JSON.parse(event.data);
  const error = member(chunk, "error");
  if (error !== undefined && error !== null) throw failureOfEvent(error);
  if (event.name === "error" || isErrorAlone(chunk)) throw failureOfEvent(chunk);
  return takeChunk(chunk, reading);
}

/** vLLM and small servers write the error itself in place of a chunk. */
function isErrorAlone(chunk: unknown): boolean {
  if (member(chunk, "choices") !== undefined || member(chunk, "usage") !== undefined) return false;
  return member(chunk, "object") === "error" || member(chunk, "detail") !== undefined;
}

function takeChunk(chunk: unknown, { answer, meter, takeExtras }: Reading): EventWorth {
  // Only the first answer is read.
  const choice = asArray(member(chunk, "choices")).find((one) => (member(one, "index") ?? 0) === 0);
  // Moonshot repeats the usage inside the last choice, and may send only that one; Groq has a place of its own.
  const groq = member(member(chunk, "x_groq"), "usage");
  for (const usage of [groq, member(choice, "usage"), member(chunk, "usage")]) {
    if (usage !== undefined && usage !== null) meter.report(readOpenAiUsage(usage));
  }
  const failed = member(choice, "error");
  if (failed !== undefined && failed !== null) throw failureOfEvent(failed);
  // A few gateways send a whole message in place of a delta.
  const delta = member(choice, "delta") ?? member(choice, "message");
  const heard = [takeText(delta, answer, takeExtras(delta)), takeCalls(delta, answer)].includes(true);
  // Several servers send an empty reason with every chunk but the last.
  const reason = asString(member(choice, "finish_reason")) ?? "";
  if (reason === "") return heard ? "content" : "nothing";
  finish(reason, answer);
  return "finished";
}

/** Reasons of vendors that are not "it is done". `error` has its words in the chunk, or nowhere. */
const FAILED: ReadonlySet<string> = new Set(["error", "network_error", "insufficient_system_resource"]);
const CUT: ReadonlySet<string> = new Set(["length", "max_tokens", "model_length", "model_context_window_exceeded"]);
const WITHHELD: ReadonlySet<string> = new Set(["content_filter", "refusal", "sensitive"]);

function finish(reason: string, answer: ModelAnswer): void {
  if (FAILED.has(reason)) throw unusable(`it ended with the reason ${reason}`);
  answer.finish(CUT.has(reason) ? "length" : WITHHELD.has(reason) ? "filtered" : "stop");
}

/** The names under which servers send reasoning. It goes back under the one it came under. */
const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_text"];

/** The mark of reasoning that came in parts of the content. */
const IN_PARTS = { in: "content" } as const;

/** `detailed` is the reasoning of a delta in another form, which may be its only one. */
function takeText(delta: unknown, answer: ModelAnswer, detailed: string): boolean {
  const said = (key: string): string => asString(member(delta, key)) ?? "";
  const named = REASONING_FIELDS.filter((name) => asString(member(delta, name)) !== undefined);
  const field = named.find((name) => said(name) !== "") ?? named[0];
  // An empty one counts: several servers want the field back on each message with a call.
  if (field !== undefined && answer.isEmpty()) answer.begin("think", { field });
  const content = member(delta, "content");
  const spoken = [
    field === undefined
      ? ({ type: "think", text: detailed } as const)
      : ({ type: "think", text: said(field), extra: { field } } as const),
    ...asArray(content).flatMap(spokenIn),
    { type: "text", text: said("content") } as const,
    { type: "text", text: said("refusal") } as const,
  ].filter(({ text }) => text !== "");
  for (const { type, text, ...more } of spoken) answer.say(type, text, "extra" in more ? more.extra : undefined);
  return spoken.length > 0;
}

interface Spoken {
  readonly type: "text" | "think";
  readonly text: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A part of Mistral's content: text, or thinking, whose text is a list again. It goes back as parts, too. */
function spokenIn(part: unknown): readonly Spoken[] {
  const textOf = (one: unknown): string => asString(one) ?? asString(member(one, "text")) ?? "";
  const thinking = asArray(member(part, "thinking")).map(textOf).join("");
  // Databricks sends a summary of what Claude thought, and takes none back.
  const summary = asArray(member(part, "summary")).map(textOf).join("");
  return [
    { type: "think", text: thinking, extra: IN_PARTS },
    { type: "think", text: summary },
    { type: "text", text: textOf(part) },
  ];
}

function takeCalls(delta: unknown, answer: ModelAnswer): boolean {
  const calls = member(delta, "tool_calls");
  const fragments = (isFields(calls) ? [calls] : asArray(calls)).map((fragment) => {
    const called = member(fragment, "function");
    return {
      index: readCount(member(fragment, "index")),
      id: asString(member(fragment, "id")),
      name: asString(member(called, "name")),
      arguments: argumentText(member(called, "arguments")),
      extra: extraOfCall(fragment),
    };
  });
  for (const fragment of fragments) answer.call(fragment);
  return fragments.some((fragment) =>
    [fragment.id, fragment.name, fragment.arguments].some((said) => (said ?? "") !== ""),
  );
}

/** Fields of a call that this format does not know, such as Gemini's signature in `extra_content`. */
function extraOfCall(fragment: unknown): Record<string, unknown> {
  const { index: _index, id: _id, type: _type, function: _function, ...extra } = isFields(fragment) ? fragment : {};
  return Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== null));
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Arguments as text. Servers like Ollama's send an object. */
function argumentText(value: unknown): string | undefined {
  if (typeof value === "string" || value === undefined || value === null) return value ?? undefined;
  if (typeof value !== "object") throw unusable("the arguments of a tool call are neither text nor an object");
  const text = jsonText(value);
  if (text === undefined) throw unusable("the arguments of a tool call are nested too deeply");
  return text;
}
