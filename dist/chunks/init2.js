import { r as initCommand } from "./init.js";

export { initCommand };