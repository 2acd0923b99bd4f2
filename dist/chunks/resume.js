import { V as resumeCommand } from "./core.js";

export { resumeCommand };