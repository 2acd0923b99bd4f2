import { ot as runCommand } from "./core.js";

export { runCommand };