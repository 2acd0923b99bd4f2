import { n as createOpenAiModel, r as createOpener } from "./openai.js";

export { createOpenAiModel };