import { n as batchStatusCommand, t as batchCompareCommand } from "./batch.js";

export { batchCompareCommand, batchStatusCommand };