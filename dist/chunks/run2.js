import { nt as importCommand, rt as runCommand } from "./core.js";

export { importCommand, runCommand };