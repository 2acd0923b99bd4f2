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
import { createSnapshotReader } from "./wire/snapshots.ts";
import { createContentWriter, type ContentWriter } from "./wire/think-tags.ts";
import { asArray, asString, isFields, jsonText } from "./wire/wire-value.ts";

export function isDone({ data }: ServerEvent): boolean {
  return data.trim() === "[DONE]";
}

interface Reading {
  readonly answer: ModelAnswer;
  readonly meter: UsageMeter;
  /** Takes what belongs to the message as a whole, and returns the reasoning in it. */
  readonly takeExtras: (delta: unknown) => string;
  readonly content: ContentWriter;
  /** What a choice adds. */
  readonly deltaIn: (choice: unknown) => unknown;
}

export function createOpenAiReader(answer: ModelAnswer, meter: UsageMeter): (event: ServerEvent) => EventWorth {
  const lists = { reasoning_details: [], thinking_blocks: [] } satisfies Record<string, Record<string, unknown>[]>;
  /** Of searches and models that draw. Kept with the message, and not sent: most servers refuse them in a request. */
  const shown = { annotations: [] as unknown[], images: [] as unknown[] };
  const fields: Record<string, unknown> = {};
  answer.extend(() => ({
    ...Object.fromEntries(Object.entries({ ...lists, ...shown }).filter(([, list]) => list.length > 0)),
    ...fields,
  }));
  const takeExtras = (delta: unknown): string => {
    const details = member(delta, "reasoning_details");
    const blocks = member(delta, "thinking_blocks"); // LiteLLM's, of Claude
    const [content, opaque] = [member(delta, "extra_content"), member(delta, "reasoning_opaque")];
    if (isFields(content)) fields["extra_content"] = { ...Object(fields["extra_content"]), ...content };
    if (typeof opaque === "string") fields["reasoning_opaque"] = opaque; // GitHub Copilot's
    const [annotations, images] = [asArray(member(delta, "annotations")), asArray(member(delta, "images"))];
    shown.annotations.push(...annotations);
    shown.images.push(...images);
    const kept = [details, blocks, content, opaque, ...annotations, ...images].filter(
      (extra) => (extra ?? null) !== null,
    );
    if (kept.length > 0) answer.count(jsonText(kept) ?? "");
    const [detailed, thought] = [
      addDetails(lists.reasoning_details, details),
      addDetails(lists.thinking_blocks, blocks),
    ];
    return detailed === "" ? thought : detailed;
  };
  const content = createContentWriter(answer);
  const freshIn = createSnapshotReader();
  let hasDeltas = false;
  const deltaIn = (choice: unknown): unknown => {
    const delta = freshIn(member(choice, "delta") ?? undefined);
    hasDeltas ||= delta !== undefined;
    // A few gateways send messages in place of deltas. Behind deltas it is the whole answer once more.
    return delta ?? (hasDeltas && answer.written() !== "" ? undefined : member(choice, "message"));
  };
  return (event) => takeEvent(event, { answer, meter, content, takeExtras, deltaIn });
}

/** Feeds one event. Throws for an error, also behind a finish marker. */
function takeEvent(event: ServerEvent, reading: Reading): EventWorth {
  const { answer, content } = reading;
  if (isDone(event)) {
    content.end();
    // Some servers send no reason. What was said is then all of it.
    if (answer.finished() === undefined && answer.written() === "") return "nothing";
    answer.finish("stop");
    return "finished";
  }
  const chunk: unknown = JSON.parse(event.data);
  const error = member(chunk, "error");
  if (error !== undefined && error !== null) throw failureOfEvent(error);
  if (event.name === "error" || isErrorAlone(chunk)) throw failureOfEvent(chunk);
  const { status_code: code, status_msg: message } = Object(member(chunk, "base_resp"));
  if (typeof code === "number" && code !== 0) throw failureOfEvent({ code, message }); // MiniMax's
  return takeChunk(chunk, reading);
}

/** vLLM and small servers write the error itself in place of a chunk. */
function isErrorAlone(chunk: unknown): boolean {
  if (member(chunk, "choices") !== undefined || member(chunk, "usage") !== undefined) return false;
  return member(chunk, "object") === "error" || member(chunk, "detail") !== undefined;
}

function takeChunk(chunk: unknown, { answer, meter, content, takeExtras, deltaIn }: Reading): EventWorth {
  // Only the first answer is read.
  const choice = asArray(member(chunk, "choices")).find((one) => (member(one, "index") ?? 0) === 0);
  // Moonshot repeats the usage inside the last choice, and may send only that one; Groq has a place of its own.
  const groq = member(member(chunk, "x_groq"), "usage");
  for (const usage of [groq, member(choice, "usage"), member(chunk, "usage")]) {
    if (usage !== undefined && usage !== null) meter.report(readOpenAiUsage(usage));
  }
  const failed = member(choice, "error");
  if (failed !== undefined && failed !== null) throw failureOfEvent(failed);
  const delta = deltaIn(choice);
  const isHeard = takeText(delta, { answer, content }, takeExtras(delta));
  const fragments = callsIn(delta);
  if (fragments.length > 0) content.end();
  const heard = takeCalls(fragments, answer) || isHeard;
  // Several servers send an empty reason with every chunk but the last.
  const reason = asString(member(choice, "finish_reason")) ?? "";
  if (reason === "") return heard ? "content" : "nothing";
  content.end();
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
function takeText(
  delta: unknown,
  { answer, content: words }: Pick<Reading, "answer" | "content">,
  detailed: string,
): boolean {
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
  for (const { type, text, ...more } of spoken) {
    if (type === "text") words.write(text);
    else answer.say(type, text, "extra" in more ? more.extra : undefined);
  }
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

function callsIn(delta: unknown): readonly unknown[] {
  const calls = member(delta, "tool_calls");
  return (isFields(calls) ? [calls] : asArray(calls)).filter(isFields);
}

function takeCalls(calls: readonly unknown[], answer: ModelAnswer): boolean {
  const fragments = calls.map((fragment) => {
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

/** Arguments as text. Servers like Ollama's send an object. */
function argumentText(value: unknown): string | undefined {
  if (typeof value === "string" || value === undefined || value === null) return value ?? undefined;
  if (typeof value !== "object") throw unusable("the arguments of a tool call are neither text nor an object");
  const text = jsonText(value);
  if (text === undefined) throw unusable("the arguments of a tool call are nested too deeply");
  return text;
}
