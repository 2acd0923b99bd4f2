/** Adapter of Gemini's own API. Google's package is larger than this program, so OpenAI's SDK sends the request. */

import { isRecord, member } from "../base/member.ts";
import type { ChatModel } from "../protocol/model.ts";
import { createAdapter, type AdapterOptions } from "./adapter.ts";
import { filteredAnswer } from "./errors.ts";
import { geminiBody } from "./gemini-request.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { createOpener } from "./openai.ts";
import type { EventWorth } from "./stream.ts";
import type { ReportedUsage, ReportUsage } from "./wire/usage.ts";
import { isDone, jsonOf, type ServerEvent } from "./wire/server-events.ts";
import { asArray, asString, asFields, readCount, requiredJson, unusable } from "./wire/wire-value.ts";

/** Builds a ChatModel over `streamGenerateContent`. One call of `chat` is one HTTP request. */
export function createGeminiModel(options: AdapterOptions): ChatModel {
  const path = `/models/${encodeURI(options.id)}:streamGenerateContent?alt=sse`;
  const open = createOpener({ ...options, keyHeader: "x-goog-api-key" }, path, () => false);
  return createAdapter<ServerEvent>(options, {
    wire: "gemini",
    open: async (request, maxTokens, attempt) => open(geminiBody(request, { ...options, maxTokens }), attempt),
    read: createGeminiReader,
  });
}

/** Finish reasons after which another attempt may succeed: the model wrote an invalid call, or nothing at all. */
const FAILED: ReadonlySet<string> = new Set([
  "MALFORMED_FUNCTION_CALL",
  "MALFORMED_RESPONSE",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "MISSING_THOUGHT_SIGNATURE",
  "OTHER",
]);

/** Begins to read one answer. Each chunk is a whole response with some of the parts. */
function createGeminiReader(
  answer: ModelAnswer,
  report: ReportUsage,
  hasTools: boolean,
): (event: ServerEvent) => EventWorth {
  const takePart = createPartReader(answer);
  let hasCall = false;
  return (event) => {
    if (isDone(event)) return "nothing"; // a few gateways end the stream like Chat Completions
    const chunk = jsonOf(event);
    const usage = member(chunk, "usageMetadata");
    if (usage !== undefined && usage !== null) report(readUsage(usage));
    const blocked = asString(member(member(chunk, "promptFeedback"), "blockReason"));
    if (blocked !== undefined) throw filteredAnswer(`the prompt was blocked (${blocked})`);
    const candidate = asArray(member(chunk, "candidates"))[0];
    const parts = asArray(member(member(candidate, "content"), "parts"));
    const heard = parts.map(takePart).includes(true);
    hasCall ||= parts.some((part) => isRecord(member(part, "functionCall")));
    const reason = asString(member(candidate, "finishReason")) ?? "";
    // Some gateways send the value that means "none".
    if (reason === "" || reason === "FINISH_REASON_UNSPECIFIED") return heard ? "content" : "nothing";
    // The engine tells the model that there is no such tool. Asked again, it mostly writes the same call. Where no tools were offered,
    // the engine expects no call.
    const isUnknownTool = reason === "UNEXPECTED_TOOL_CALL" && hasCall && hasTools;
    const words = asString(member(candidate, "finishMessage"));
    finish(isUnknownTool ? "STOP" : reason, words, answer);
    return "finished";
  };
}

function finish(reason: string, words: string | undefined, answer: ModelAnswer): void {
  if (FAILED.has(reason)) throw unusable(`it ended with ${reason}${words === undefined ? "" : `: ${words}`}`);
  // Google says STOP behind calls too, and other servers of its format name them.
  if (reason === "STOP" || reason === "FUNCTION_CALL") answer.finish("stop");
  else if (reason === "MAX_TOKENS") answer.finish("length");
  // SAFETY, RECITATION, BLOCKLIST, PROHIBITED_CONTENT, SPII, LANGUAGE, IMAGE_… and future reasons: the answer was withheld.
  else answer.finish("filtered", reason);
}

/** Joins consecutive texts of one kind to a block. A part with extra fields, such as a signature, becomes a block of its own. */
function createPartReader(answer: ModelAnswer): (part: unknown) => boolean {
  let isSealed = true;
  return (part) => {
    const { text, thought, functionCall: call, ...extra } = asFields(part);
    const hasExtra = Object.keys(extra).length > 0;
    const more = hasExtra ? extra : undefined;
    if (call !== undefined) {
      const { id, name, args } = asFields(call);
      const written = answer.beginCall({ id: asString(id) ?? "", name: asString(name) ?? "" }, more);
      written.write(requiredJson(args ?? {}, "the arguments of a tool call are"));
      isSealed = true;
      return true;
    }
    if (typeof text !== "string") {
      if (hasExtra) answer.opaque(() => part);
      isSealed = true;
      return hasExtra;
    }
    const type = thought === true ? "think" : "text";
    if (hasExtra) answer.begin(type, extra).write(text);
    else if (isSealed && text !== "") answer.begin(type).write(text);
    else if (text !== "") answer.say(type, text);
    if (hasExtra || text !== "") isSealed = hasExtra;
    return hasExtra || text !== "";
  };
}

/** The prompt count includes its cached part. Thoughts and the answer are output; some servers count the thoughts only in the total. */
function readUsage(usage: unknown): ReportedUsage {
  const count = (name: string): number | undefined => readCount(member(usage, name));
  const asked = count("promptTokenCount");
  const prompt = asked === undefined ? undefined : asked + (count("toolUsePromptTokenCount") ?? 0);
  const cacheRead = Math.min(count("cachedContentTokenCount") ?? 0, prompt ?? 0);
  const [words, thoughts] = [count("candidatesTokenCount"), count("thoughtsTokenCount")];
  const output = (words ?? 0) + (thoughts ?? 0);
  const rest = prompt === undefined ? 0 : (count("totalTokenCount") ?? 0) - prompt;
  return {
    ...(prompt === undefined ? {} : { input: prompt - cacheRead, cacheRead, cacheWrite: 0 }),
    output: words === undefined && thoughts === undefined && rest <= 0 ? undefined : Math.max(output, rest),
  };
}
