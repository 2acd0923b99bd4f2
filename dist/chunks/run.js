import { B as runCommand } from "./core.js";

export { runCommand };