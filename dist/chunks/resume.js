import { n as resumeCommand } from "./core.js";

export { resumeCommand };