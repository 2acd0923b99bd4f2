import { k as createGeminiModel } from "./core.js";

export { createGeminiModel };