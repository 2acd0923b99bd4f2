import { l as analyseCommand } from "./shell.js";

export { analyseCommand };