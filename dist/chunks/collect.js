import { a as batchCollectCommand } from "./batch.js";

export { batchCollectCommand };