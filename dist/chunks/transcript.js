import { Gn as renderTranscript } from "./core.js";

export { renderTranscript };