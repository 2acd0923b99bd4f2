import { vt as resumeCommand } from "./core.js";

export { resumeCommand };