import { N as createGeminiModel } from "./core.js";

export { createGeminiModel };