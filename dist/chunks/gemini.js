import { L as createGeminiModel } from "./core.js";

export { createGeminiModel };