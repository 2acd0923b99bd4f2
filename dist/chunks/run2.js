import { lt as runCommand } from "./core.js";

export { runCommand };