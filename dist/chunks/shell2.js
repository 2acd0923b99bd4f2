import { o as analyseCommand } from "./shell.js";

export { analyseCommand };