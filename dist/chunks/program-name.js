import { a as programName } from "./commands.js";

export { programName };