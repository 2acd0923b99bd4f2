import { t as applyCommand } from "./apply2.js";

export { applyCommand };