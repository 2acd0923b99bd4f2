import { s as exportCommand } from "./commands.js";

export { exportCommand };