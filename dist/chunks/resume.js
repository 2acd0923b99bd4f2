import { tt as resumeCommand } from "./core.js";

export { resumeCommand };