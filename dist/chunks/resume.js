import { z as resumeCommand } from "./core.js";

export { resumeCommand };