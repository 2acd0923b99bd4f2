import { t as batchTaskCommand } from "./batch-task.js";

export { batchTaskCommand };