import { t as createOpenAiModel } from "./openai.js";

export { createOpenAiModel };