import { p as handleDecision } from "./job.js";

export { handleDecision };