import { s as modelsCommand } from "./commands.js";

export { modelsCommand };