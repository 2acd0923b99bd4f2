import { t as viewCommand } from "./commands.js";

export { viewCommand };