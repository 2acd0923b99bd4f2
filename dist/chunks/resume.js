import { R as resumeCommand } from "./core.js";

export { resumeCommand };