import { o as batchCommand } from "./batch.js";

export { batchCommand };