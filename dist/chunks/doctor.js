import { u as doctorCommand } from "./commands.js";

export { doctorCommand };