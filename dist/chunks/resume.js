import { dt as resumeCommand } from "./core.js";

export { resumeCommand };