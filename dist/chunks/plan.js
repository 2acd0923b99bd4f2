import { i as batchPlanCommand } from "./batch.js";

export { batchPlanCommand };