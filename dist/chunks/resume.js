import { x as resumeCommand } from "./core.js";

export { resumeCommand };