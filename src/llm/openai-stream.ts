/** Reads chunks of Chat Completions into an answer. Every field is optional in practice, and many vary by vendor. */

import { member, isRecord } from "../base/member.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { readOpenAiUsage } from "./openai-usage.ts";
import type { EventWorth } from "./stream.ts";
import type { ReportUsage } from "./wire/usage.ts";
import { failureOfEvent, isDone, jsonOf, type ServerEvent } from "./wire/server-events.ts";
import { createContentWriter } from "./wire/think-tags.ts";
import {
  asArray,
  asString,
  asFields,
  jsonText,
  readCount,
  requiredJson,
  unusable,
  type Fields,
} from "./wire/wire-value.ts";

export function createOpenAiReader(answer: ModelAnswer, report: ReportUsage): (event: ServerEvent) => EventWorth {
  const content = createContentWriter(answer);
  const takeExtras = createExtras(answer);
  const deltaIn = createDeltas(answer);
  const takeChunk = (chunk: unknown): EventWorth => {
    // Only the first answer is read.
    const choice = asArray(member(chunk, "choices")).find((one) => (member(one, "index") ?? 0) === 0);
    // Moonshot sends the usage in the last choice too, and may send only that one. Groq has a field of its own.
    const groq = member(member(chunk, "x_groq"), "usage");
    for (const usage of [groq, member(choice, "usage"), member(chunk, "usage")]) {
      if (usage !== undefined && usage !== null) report(readOpenAiUsage(usage));
    }
    const failed = member(choice, "error");
    if (failed !== undefined && failed !== null) throw failureOfEvent(failed);
    const delta = deltaIn(choice);
    const said = saidIn(delta, takeExtras(delta), answer);
    for (const one of said) {
      if (one.type === "text") content.write(one.text);
      else answer.say("think", one.text, one.extra);
    }
    const fragments = callsIn(delta);
    if (fragments.length > 0) content.end();
    const heard = takeCalls(fragments, answer) || said.length > 0;
    // Several servers send an empty reason with all chunks but the last.
    const reason = asString(member(choice, "finish_reason")) ?? "";
    if (reason === "") return heard ? "content" : "nothing";
    content.end();
    finish(reason, answer);
    return "finished";
  };
  /** Throws if the event reports an error, also after a finish reason. */
  return (event) => {
    if (isDone(event)) {
      content.end();
      // Some servers send no finish reason. The answer is then complete.
      if (answer.finished() === undefined && answer.written() === "") return "nothing";
      answer.finish("stop");
      return "finished";
    }
    const chunk = jsonOf(event);
    if (isErrorAlone(chunk)) throw failureOfEvent(chunk);
    const { status_code: code, status_msg: message } = Object(member(chunk, "base_resp"));
    if (typeof code === "number" && code !== 0) throw failureOfEvent({ code, message }); // MiniMax's
    return takeChunk(chunk);
  };
}

/** Returns a function that takes the fields of a delta that belong to the whole message, and returns the reasoning in them. */
function createExtras(answer: ModelAnswer): (delta: unknown) => string {
  const lists = { reasoning_details: [], thinking_blocks: [] } satisfies Record<string, Record<string, unknown>[]>;
  /** From searches and models that draw. They are kept with the message but do not go back, because most servers refuse them. */
  const shown = { annotations: [] as unknown[], images: [] as unknown[] };
  const fields: Record<string, unknown> = {};
  answer.extend(() => ({
    ...Object.fromEntries(Object.entries({ ...lists, ...shown }).filter(([, list]) => list.length > 0)),
    ...fields,
  }));
  return (delta) => {
    const details = member(delta, "reasoning_details");
    const blocks = member(delta, "thinking_blocks"); // LiteLLM's, of Claude
    const [content, opaque] = [member(delta, "extra_content"), member(delta, "reasoning_opaque")];
    if (isRecord(content)) fields["extra_content"] = { ...Object(fields["extra_content"]), ...content };
    if (typeof opaque === "string") fields["reasoning_opaque"] = opaque; // GitHub Copilot's
    const [annotations, images] = [asArray(member(delta, "annotations")), asArray(member(delta, "images"))];
    shown.annotations.push(...annotations);
    shown.images.push(...images);
    const kept = [details, blocks, content, opaque, ...annotations, ...images].filter(
      (extra) => (extra ?? null) !== null,
    );
    if (kept.length > 0) answer.count(jsonText(kept) ?? "");
    const thought = addDetails(lists.thinking_blocks, blocks);
    return addDetails(lists.reasoning_details, details) || thought;
  };
}

/** Returns a function that returns the new part of a choice. */
function createDeltas(answer: ModelAnswer): (choice: unknown) => unknown {
  const freshIn = createSnapshotReader();
  let hasDeltas = false;
  return (choice) => {
    const delta = freshIn(member(choice, "delta") ?? undefined);
    hasDeltas ||= delta !== undefined;
    // A few gateways send a message in place of deltas. After deltas, a message only repeats the whole answer.
    const message = delta === undefined ? member(choice, "message") : undefined;
    return delta ?? (message !== undefined && hasDeltas && answer.written() !== "" ? undefined : message);
  };
}

/** Whether the chunk itself is an error, as vLLM and small servers send it. */
function isErrorAlone(chunk: unknown): boolean {
  if (member(chunk, "choices") !== undefined || member(chunk, "usage") !== undefined) return false;
  return member(chunk, "object") === "error" || member(chunk, "detail") !== undefined;
}

/** Finish reasons of an answer that failed. Portkey's gateway puts the kind of any error there, such as `overloaded_error`. */
const FAILED = /(?:^|_)error$|^insufficient_system_resource$/;
const CUT: ReadonlySet<string> = new Set(["length", "max_tokens", "model_length", "model_context_window_exceeded"]);
const WITHHELD: ReadonlySet<string> = new Set(["content_filter", "refusal", "sensitive"]);

function finish(reason: string, answer: ModelAnswer): void {
  if (FAILED.test(reason)) throw unusable(`it ended with the reason ${reason}`);
  answer.finish(CUT.has(reason) ? "length" : WITHHELD.has(reason) ? "filtered" : "stop");
}

/** The field names under which servers send reasoning. It goes back under the same name. */
const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_text"];

/** The text and reasoning of a delta. `detailed`: its reasoning in another form, which may be the only one. */
function saidIn(delta: unknown, detailed: string, answer: ModelAnswer) {
  const said = (key: string): string => asString(member(delta, key)) ?? "";
  const named = REASONING_FIELDS.filter((name) => asString(member(delta, name)) !== undefined);
  const field = named.find((name) => said(name) !== "") ?? named[0];
  // An empty field counts, because several servers want it back on each message with a call.
  if (field !== undefined && answer.isEmpty()) answer.begin("think", { field });
  const content = member(delta, "content");
  const thought = field === undefined ? { text: detailed, extra: {} } : { text: said(field), extra: { field } };
  return [
    { type: "think", ...thought } as const,
    ...asArray(content).flatMap(spokenIn),
    { type: "text", text: said("content") } as const,
    { type: "text", text: said("refusal") } as const,
  ].filter(({ text }) => text !== "");
}

/** The texts in a part of Mistral's content: text, or thinking, whose text is again a list. It goes back as parts. */
function spokenIn(part: unknown) {
  const textOf = (one: unknown): string => asString(one) ?? asString(member(one, "text")) ?? "";
  const thinking = asArray(member(part, "thinking")).map(textOf).join("");
  // Databricks sends a summary of Claude's reasoning. It does not go back.
  const summary = asArray(member(part, "summary")).map(textOf).join("");
  return [
    { type: "think", text: thinking, extra: { in: "content" } },
    { type: "think", text: summary, extra: {} },
    { type: "text", text: textOf(part) },
  ] as const;
}

function callsIn(delta: unknown): readonly unknown[] {
  const calls = member(delta, "tool_calls");
  return (isRecord(calls) ? [calls] : asArray(calls)).filter(isRecord);
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

/** Fields of a call that are not part of the format, such as Gemini's signature in `extra_content`. */
function extraOfCall(fragment: unknown): Record<string, unknown> {
  const { index: _index, id: _id, type: _type, function: _function, ...extra } = asFields(fragment);
  return Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== null));
}

/** Arguments as text. Servers like Ollama's send an object. */
function argumentText(value: unknown): string | undefined {
  if (typeof value === "string" || value === undefined || value === null) return value ?? undefined;
  if (typeof value !== "object") throw unusable("the arguments of a tool call are neither text nor an object");
  return requiredJson(value, "the arguments of a tool call are");
}

/** Text fields of a delta, and of an entry in `reasoning_details`. */
const SNAPSHOT_TEXTS: ReadonlySet<string> = new Set(["content", "reasoning_content", "reasoning", "text"]);

/** Reduces each delta of MiniMax to what is new: depending on model and day, it repeats all text so far. */
function createSnapshotReader(): (delta: unknown) => unknown {
  const takes = new Map<string, (piece: string) => string>();
  const freshOf = (fields: Fields, place: string): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => {
        if (!SNAPSHOT_TEXTS.has(key) || typeof value !== "string") return [key, value];
        const channel = `${place}.${key}`;
        const take = takes.get(channel) ?? createTake();
        takes.set(channel, take);
        return [key, take(value)];
      }),
    );
  let isMiniMax = false;
  return (delta) => {
    const details = asArray(member(delta, "reasoning_details")).filter(isRecord);
    const marks = [member(delta, "name"), ...details.map((entry) => member(entry, "format"))];
    isMiniMax ||= marks.some((mark) => asString(mark)?.startsWith("MiniMax") === true);
    if (!isMiniMax || !isRecord(delta)) return delta;
    const entries = details.map((entry) => freshOf(entry, `details ${String(entry["index"])}`));
    return { ...freshOf(delta, "delta"), ...(details.length === 0 ? {} : { reasoning_details: entries }) };
  };
}

/** Creates a function that returns the new part of each piece of a text. The second piece decides which kind the pieces are. */
function createTake(): (piece: string) => string {
  let last = "";
  let kind: "unknown" | "snapshots" | "deltas" = "unknown";
  return (piece) => {
    if (kind === "deltas" || piece === "") return piece;
    // White space alone does not show which kind the pieces are.
    if (kind === "unknown" && last.trim() !== "") kind = piece.startsWith(last) ? "snapshots" : "deltas";
    const isMore = kind === "snapshots" && piece.startsWith(last);
    const fresh = isMore ? piece.slice(last.length) : piece;
    last = piece;
    return fresh;
  };
}

/** Most entries of one answer. Each piece is compared with all of them. */
const MAX_ENTRIES = 2_000;

type Entry = Record<string, unknown>;

/** Fields whose pieces are joined to one text. */
const DETAIL_TEXTS: ReadonlySet<string> = new Set(["text", "summary", "thinking"]);

/**
 * Adds the pieces of one delta to `reasoning_details`, in which gateways send the reasoning of all vendors, or to LiteLLM's
 * `thinking_blocks`, and returns their text. Pieces belong together by their index. Entries go back unmodified.
 */
function addDetails(entries: Entry[], pieces: unknown): string {
  return asArray(pieces)
    .filter(isRecord)
    .map((piece) => addDetail(entries, piece))
    .join("");
}

function addDetail(entries: Entry[], piece: Fields): string {
  const last = entries.at(-1);
  const same = piece["index"] === undefined ? last : entries.findLast((entry) => entry["index"] === piece["index"]);
  // Without an index, text after a signature begins another entry.
  const isSealed = piece["index"] === undefined && wordsOf(piece) !== "" && typeof same?.["signature"] === "string";
  // An encrypted entry comes whole.
  const isMore = same?.["type"] === piece["type"] && piece["data"] === undefined && !isSealed;
  if (same === undefined || !isMore) {
    if (entries.length === MAX_ENTRIES) throw unusable(`it has more than ${MAX_ENTRIES} pieces of reasoning`);
    entries.push({ ...piece });
  } else {
    for (const [key, value] of Object.entries(piece)) {
      const before = same[key];
      const isText = DETAIL_TEXTS.has(key) && typeof value === "string" && typeof before === "string";
      if (isText) same[key] = before + value;
      else if (value !== null) same[key] = value;
    }
  }
  return wordsOf(piece);
}

function wordsOf(piece: Fields): string {
  return [...DETAIL_TEXTS].flatMap((key) => asString(piece[key]) ?? []).join("");
}
