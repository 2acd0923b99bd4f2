import { _t as runCommand } from "./core.js";

export { runCommand };