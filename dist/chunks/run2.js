import { L as runCommand } from "./core.js";

export { runCommand };