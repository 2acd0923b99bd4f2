import { bn as renderTranscript } from "./core.js";

export { renderTranscript };