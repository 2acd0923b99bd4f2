import { o as importCommand } from "./commands.js";

export { importCommand };