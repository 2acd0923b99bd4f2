import { q as resumeCommand } from "./core.js";

export { resumeCommand };