import { d as doctorCommand } from "./commands.js";

export { doctorCommand };