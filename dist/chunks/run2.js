import { ut as runCommand } from "./core.js";

export { runCommand };