import { a as doctorCommand } from "./commands.js";

export { doctorCommand };