import { a as runCommand } from "./core.js";

export { runCommand };