import { K as runCommand } from "./core.js";

export { runCommand };