/** Vectors of the model in `models.embeddings`, by paid attempts. They are kept in memory for all agents. */

import type { InTurn } from "../base/in-turn.ts";
import { sha256 } from "../base/sha256.ts";
import { describeError, RunnerError } from "../protocol/error.ts";
import type { ChatModel, ChatRequest } from "../protocol/model.ts";
import type { Embedder } from "../protocol/tools/embed.ts";
import { ask, withoutRepeats, type AttemptTurn } from "./state/attempt.ts";

/** Output tokens that `limits` must leave for a request, although vectors are not counted in tokens. */
const ANSWER_TOKENS = 256;
/** Texts in one request. OpenAI takes 2,048 texts and 300,000 tokens, other servers less; Roo sends 60. */
const TEXTS_AT_ONCE = 64;
/** Most vectors in memory: 30 MB with 1,536 numbers each. */
const MAX_KEPT = 5_000;

/** A model for embeddings. After each call, `vectors` returns what it answered. */
export interface EmbeddingsModel {
  readonly model: ChatModel;
  readonly vectors: () => readonly Float32Array[];
}

/** State that the agents of a run share. */
export interface EmbeddingsState {
  readonly kept: Map<string, Float32Array>;
  /** Makes sure that there is only one request at a time, because `vectors` returns those of the newest one. */
  readonly inTurn: InTurn;
}

export interface EmbedderOptions {
  readonly source: EmbeddingsModel;
  readonly state: EmbeddingsState;
  readonly turn: Omit<AttemptTurn, "model">;
  readonly redact: (text: string) => string;
}

/** Creates the embedder of one agent. */
export function createEmbedder({ source, state, turn, redact }: EmbedderOptions): Embedder {
  const { model } = source;
  const { kept } = state;
  const fetchMissing = async (texts: readonly string[], signal: AbortSignal): Promise<void> => {
    const missing = [...new Set(texts)].filter((text) => !kept.has(sha256(text)));
    for (let at = 0; at < missing.length; at += TEXTS_AT_ONCE) {
      const part = missing.slice(at, at + TEXTS_AT_ONCE);
      const vectors = await request(part, source, { ...turn, model, signal });
      for (const [index, text] of part.entries()) {
        const vector = vectors[index];
        if (vector !== undefined) kept.set(sha256(text), normalised(vector));
      }
    }
    for (const key of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(key); // the oldest
    }
  };
  return {
    model: model.name,
    embed: async (given, signal) => {
      const texts = given.map(redact);
      const vectors = await state.inTurn(async () => {
        await fetchMissing(texts, signal);
        return texts.flatMap((text) => kept.get(sha256(text)) ?? []);
      });
      if (vectors.length === texts.length) return vectors;
      throw noVectors("there were too many texts");
    },
  };
}

async function request(
  texts: readonly string[],
  { model, vectors }: EmbeddingsModel,
  turn: AttemptTurn,
): Promise<readonly Float32Array[]> {
  const messages = texts.map((content) => ({ role: "user", content }) as const);
  const wanted: ChatRequest = { system: "", tools: [], messages, cacheKey: "" };
  const options = { purpose: "embed", step: 0, maxOutputTokens: ANSWER_TOKENS } as const;
  const answered = await ask(withoutRepeats(turn), wanted, options).catch((error: unknown) => {
    turn.signal.throwIfAborted();
    throw noVectors(describeError(error));
  });
  if ("stop" in answered) throw noVectors("reason" in answered ? answered.reason : answered.stop);
  await turn.emit({ type: "tool.usage", purpose: "embed", model: model.name, ...answered.charge });
  return vectors();
}

/** The vector at length 1, so that the product of two vectors is their similarity. */
function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function noVectors(why: string): RunnerError {
  return new RunnerError({ code: "tool.input", message: why });
}
