import { c as message, l as messageLine, u as metadataLine } from "./wire.js";

export { message, messageLine, metadataLine };