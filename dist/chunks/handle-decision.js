import { g as handleDecision } from "./job.js";

export { handleDecision };