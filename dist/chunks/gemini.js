import { b as createGeminiModel } from "./core.js";

export { createGeminiModel };