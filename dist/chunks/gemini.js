import { P as createGeminiModel } from "./core.js";

export { createGeminiModel };