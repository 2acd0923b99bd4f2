import { at as resumeCommand } from "./core.js";

export { resumeCommand };