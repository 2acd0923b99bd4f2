import { S as resumeCommand } from "./core.js";

export { resumeCommand };