import { m as createGeminiModel } from "./core.js";

export { createGeminiModel };