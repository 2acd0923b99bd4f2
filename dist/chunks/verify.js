import { r as verifyCommand } from "./commands.js";

export { verifyCommand };