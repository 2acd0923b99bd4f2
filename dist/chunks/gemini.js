import { i as createGeminiModel } from "./openai.js";

export { createGeminiModel };