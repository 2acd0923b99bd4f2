import { f as cellCommand } from "./commands.js";

export { cellCommand };