import { i as batchCompareCommand } from "./batch.js";

export { batchCompareCommand };