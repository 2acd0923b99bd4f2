import { u as openMaintenance } from "./github.js";

export { openMaintenance };