import { ut as resumeCommand } from "./core.js";

export { resumeCommand };