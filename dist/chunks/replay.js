import { a as replayCommand } from "./commands.js";

export { replayCommand };