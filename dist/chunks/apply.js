import { m as applyCommand } from "./commands.js";

export { applyCommand };