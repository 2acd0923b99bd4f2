import { a as tokenUsage, i as ownMessage, n as outcomeMessage, r as own } from "./wire.js";

export { outcomeMessage, own, ownMessage, tokenUsage };