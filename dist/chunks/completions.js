import { d as completionsCommand } from "./commands.js";

export { completionsCommand };