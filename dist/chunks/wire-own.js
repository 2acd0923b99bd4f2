import { a as ownMessage, i as own, n as isRunners, o as tokenUsage, r as outcomeMessage } from "./wire.js";

export { isRunners, outcomeMessage, own, ownMessage, tokenUsage };