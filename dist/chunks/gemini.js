import { E as createGeminiModel } from "./core.js";

export { createGeminiModel };