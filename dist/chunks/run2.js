import { $ as importCommand, et as runCommand } from "./core.js";

export { importCommand, runCommand };