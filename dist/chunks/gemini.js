import { y as createGeminiModel } from "./core.js";

export { createGeminiModel };