import { n as groupText, r as resolveNetwork } from "./network.js";

export { groupText, resolveNetwork };