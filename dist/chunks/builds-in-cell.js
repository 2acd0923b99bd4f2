import { u as buildsInCell } from "./commands.js";

export { buildsInCell };