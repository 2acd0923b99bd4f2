import { t as batchStatusCommand } from "./batch.js";

export { batchStatusCommand };