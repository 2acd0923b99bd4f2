import { S as createGeminiModel } from "./core.js";

export { createGeminiModel };