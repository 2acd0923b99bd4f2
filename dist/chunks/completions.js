import { p as completionsCommand } from "./commands.js";

export { completionsCommand };