import { v as handleDecision } from "./github.js";

export { handleDecision };