import { pt as runCommand } from "./core.js";

export { runCommand };