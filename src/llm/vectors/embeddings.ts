/** OpenAI's `/embeddings` as a wire format of the common adapter, so that attempts are timed and charged alike. */

import { oneLine } from "../../base/truncate.ts";
import { configError } from "../../protocol/error.ts";
import type { ChatModel } from "../../protocol/model.ts";
import { createAdapter, type AdapterOptions } from "../adapter.ts";
import { withHeard } from "../node-fetch.ts";
import { createClient } from "../openai.ts";
import { parseModelName } from "../providers.ts";
import { readCount, unusable } from "../wire/wire-value.ts";

/** Takes the vectors of an answer, in the order of the texts. */
type TakeVectors = (vectors: readonly Float32Array[]) => void;

/** Throws `config.invalid` for a provider without `/embeddings`. */
export function requireEmbeddings(name: string): void {
  const { format } = parseModelName(name).row;
  if (format === "openai" || format === "gemini") return;
  throw configError(
    `${name} cannot be used for embeddings: its provider has no \`/embeddings\` endpoint.`,
    "Name one of openai, gemini, mistral, ollama, vllm, compatible or another server with `/embeddings`.",
  );
}

/** 200 vectors of 4,096 numbers as JSON. */
const MAX_ANSWER_CHARS = 24_000_000;

export function createEmbeddingsModel(given: AdapterOptions, take: TakeVectors): ChatModel {
  // Gemini has `/embeddings` only under its compatible endpoint.
  const isGemini = given.name.startsWith("gemini/") && !given.baseUrl.endsWith("/openai");
  const options = isGemini ? { ...given, baseUrl: `${given.baseUrl}/openai` } : given;
  const client = createClient(options);
  return createAdapter<ReturnType<typeof answerIn>>(options, {
    wire: "openai",
    open: async ({ messages }, _maxTokens, { signal, heard }) => {
      const input = messages.flatMap((message) => (message.role === "user" ? [message.content] : []));
      const body = { model: options.id, input, encoding_format: "float", ...options.parameters };
      const response = await client.post("/embeddings", { body, signal, fetchOptions: withHeard(heard) }).asResponse();
      return [answerIn(await response.text(), input.length)];
    },
    read: (answer, report) => (event) => {
      take(event.vectors);
      report({ input: event.promptTokens });
      answer.say("text", "vectors");
      answer.finish("stop");
      return "finished";
    },
  });
}

function answerIn(text: string, count: number) {
  if (text.length > MAX_ANSWER_CHARS) throw unusable(`the vectors have ${text.length} characters`);
  const { data, usage } = JSON.parse(text) as {
    readonly data?: readonly { readonly index?: unknown; readonly embedding?: unknown }[];
    readonly usage?: { readonly prompt_tokens?: unknown };
  };
  const vectors = Array.from<Float32Array | undefined>({ length: count });
  for (const [place, { index, embedding }] of (Array.isArray(data) ? data : []).entries()) {
    if (!Array.isArray(embedding)) continue;
    // A large index would make the array as long.
    const at = readCount(index ?? place, count - 1);
    if (at === undefined) throw unusable(`it has a vector for text ${oneLine(String(index ?? place), 30)} of ${count}`);
    vectors[at] = Float32Array.from(embedding);
  }
  const whole = vectors.filter((vector) => vector !== undefined);
  const length = whole[0]?.length ?? 0;
  const isWhole = vectors.length === count && whole.length === count && length > 0;
  if (!isWhole || whole.some((vector) => vector.length !== length || !vector.every(Number.isFinite))) {
    throw unusable(`it is not one vector for each of ${count} texts`);
  }
  return { vectors: whole, promptTokens: readCount(usage?.prompt_tokens) };
}
