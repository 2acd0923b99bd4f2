import { d as openMaintenance } from "./job.js";

export { openMaintenance };