import { c as messageLine, l as metadataLine, s as message } from "./wire.js";

export { message, messageLine, metadataLine };