import { l as buildsInCell } from "./commands.js";

export { buildsInCell };