import { F as createGeminiModel } from "./core.js";

export { createGeminiModel };