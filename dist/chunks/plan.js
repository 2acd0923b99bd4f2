import { r as batchPlanCommand } from "./batch.js";

export { batchPlanCommand };