import { o as resumeCommand } from "./core.js";

export { resumeCommand };