import { a as createClient, o as createOpenAiModel, s as createOpener } from "./openai.js";

export { createOpenAiModel };