import { f as completionsCommand } from "./commands.js";

export { completionsCommand };