import { u as completionsCommand } from "./commands.js";

export { completionsCommand };