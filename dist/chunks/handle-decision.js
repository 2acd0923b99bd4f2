import { f as handleDecision } from "./job.js";

export { handleDecision };