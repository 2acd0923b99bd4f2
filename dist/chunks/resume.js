import { st as resumeCommand } from "./core.js";

export { resumeCommand };