import { D as createGeminiModel } from "./core.js";

export { createGeminiModel };