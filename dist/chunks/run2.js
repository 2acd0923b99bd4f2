import { et as runCommand } from "./core.js";

export { runCommand };