import { Kn as renderTranscript } from "./core.js";

export { renderTranscript };