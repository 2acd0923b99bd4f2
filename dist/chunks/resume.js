import { gt as resumeCommand } from "./core.js";

export { resumeCommand };