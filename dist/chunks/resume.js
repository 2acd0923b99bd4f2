import { K as resumeCommand } from "./core.js";

export { resumeCommand };