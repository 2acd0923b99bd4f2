import { l as handleDecision } from "./github.js";

export { handleDecision };