import { F as runCommand } from "./core.js";

export { runCommand };