import { n as batchRunCommand } from "./batch.js";

export { batchRunCommand };