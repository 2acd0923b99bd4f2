import { a as messageLine, c as ownMessage, i as message, l as tokenUsage, o as metadataLine, r as isRunners, s as own } from "./wire.js";

export { messageLine, metadataLine, own };