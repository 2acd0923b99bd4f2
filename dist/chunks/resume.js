import { _t as resumeCommand } from "./core.js";

export { resumeCommand };