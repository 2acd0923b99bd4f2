import { p as cellCommand } from "./commands.js";

export { cellCommand };