import { ht as runCommand } from "./core.js";

export { runCommand };