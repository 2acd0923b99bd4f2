import { an as renderTranscript } from "./core.js";

export { renderTranscript };