import { n as viewCommand } from "./commands.js";

export { viewCommand };