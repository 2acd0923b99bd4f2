import { x as runCommand } from "./core.js";

export { runCommand };