import { I as resumeCommand } from "./core.js";

export { resumeCommand };