import { G as runCommand } from "./core.js";

export { runCommand };