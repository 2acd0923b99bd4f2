import { x as createGeminiModel } from "./core.js";

export { createGeminiModel };