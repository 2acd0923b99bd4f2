import { it as runCommand } from "./core.js";

export { runCommand };