import { pt as resumeCommand } from "./core.js";

export { resumeCommand };