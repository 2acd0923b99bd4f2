import { s as importCommand } from "./commands.js";

export { importCommand };