import { A as createGeminiModel } from "./core.js";

export { createGeminiModel };