import { en as renderTranscript } from "./core.js";

export { renderTranscript };