import { I as createGeminiModel } from "./core.js";

export { createGeminiModel };