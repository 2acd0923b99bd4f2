import { it as resumeCommand } from "./core.js";

export { resumeCommand };