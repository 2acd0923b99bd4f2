import { n as requireEmbeddings, t as createEmbeddingsModel } from "./openai.js";

export { createEmbeddingsModel, requireEmbeddings };