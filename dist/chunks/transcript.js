import { on as renderTranscript } from "./core.js";

export { renderTranscript };