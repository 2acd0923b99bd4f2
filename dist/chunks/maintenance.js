import { p as openMaintenance } from "./github.js";

export { openMaintenance };