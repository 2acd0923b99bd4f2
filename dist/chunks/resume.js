import { mt as resumeCommand } from "./core.js";

export { resumeCommand };