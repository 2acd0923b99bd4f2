import { h as applyCommand } from "./commands.js";

export { applyCommand };