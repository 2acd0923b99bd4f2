import { u as cellCommand } from "./commands.js";

export { cellCommand };