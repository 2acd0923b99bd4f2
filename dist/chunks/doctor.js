import { c as doctorCommand } from "./commands.js";

export { doctorCommand };