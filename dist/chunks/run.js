import { r as batchRunCommand } from "./batch.js";

export { batchRunCommand };