import { c as exportCommand, l as writeGivenFile } from "./commands.js";

export { exportCommand };