import { m as cellCommand } from "./commands.js";

export { cellCommand };