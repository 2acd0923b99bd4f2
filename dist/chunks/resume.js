import { rt as resumeCommand } from "./core.js";

export { resumeCommand };