import { o as modelsCommand } from "./commands.js";

export { modelsCommand };