import { d as cellCommand } from "./commands.js";

export { cellCommand };