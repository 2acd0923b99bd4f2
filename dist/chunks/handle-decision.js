import { c as handleDecision } from "./github.js";

export { handleDecision };