import { a as createOpenAiModel, i as createClient, o as createOpener } from "./openai.js";

export { createOpenAiModel };