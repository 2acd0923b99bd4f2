import { gt as runCommand } from "./core.js";

export { runCommand };