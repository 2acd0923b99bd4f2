import { a as modelsCommand } from "./commands.js";

export { modelsCommand };