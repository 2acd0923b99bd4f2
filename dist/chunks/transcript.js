import { xn as renderTranscript } from "./core.js";

export { renderTranscript };