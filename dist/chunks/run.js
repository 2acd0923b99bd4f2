import { b as runCommand } from "./core.js";

export { runCommand };