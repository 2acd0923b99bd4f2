import { et as importCommand, tt as runCommand } from "./core.js";

export { importCommand, runCommand };