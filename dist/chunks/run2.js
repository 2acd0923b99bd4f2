import { ft as runCommand } from "./core.js";

export { runCommand };