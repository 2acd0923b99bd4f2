import { i as replayCommand } from "./commands.js";

export { replayCommand };