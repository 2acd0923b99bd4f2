import { c as exportCommand } from "./commands.js";

export { exportCommand };