import { s as analyseCommand } from "./shell.js";

export { analyseCommand };