import { m as openMaintenance } from "./job.js";

export { openMaintenance };