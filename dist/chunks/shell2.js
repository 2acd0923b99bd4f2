import { c as analyseCommand } from "./shell.js";

export { analyseCommand };