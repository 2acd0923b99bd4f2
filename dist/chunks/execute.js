import { r as openExecution } from "./replay2.js";

export { openExecution };