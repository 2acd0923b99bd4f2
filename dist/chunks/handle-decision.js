import { h as handleDecision } from "./github.js";

export { handleDecision };