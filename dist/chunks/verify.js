import { n as verifyCommand } from "./commands.js";

export { verifyCommand };