import { R as runCommand } from "./core.js";

export { runCommand };