import { kr as renderTranscript } from "./core.js";

export { renderTranscript };