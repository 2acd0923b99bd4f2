import { l as completionsCommand } from "./commands.js";

export { completionsCommand };