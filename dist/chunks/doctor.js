import { l as doctorCommand } from "./commands.js";

export { doctorCommand };