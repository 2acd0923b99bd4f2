import { r as replayCommand } from "./commands.js";

export { replayCommand };