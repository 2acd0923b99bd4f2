import { p as applyCommand } from "./commands.js";

export { applyCommand };