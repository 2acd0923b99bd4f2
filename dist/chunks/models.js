import { i as modelsCommand } from "./commands.js";

export { modelsCommand };