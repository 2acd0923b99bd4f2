/** The model for embeddings, as `codebase_search` uses it. */

export interface Embedder {
  /** `provider/id`. */
  readonly model: string;
  /** One vector of length 1 for each text, in their order. Throws `tool.input` with the reason. */
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;
}
