import { y as handleDecision } from "./job.js";

export { handleDecision };