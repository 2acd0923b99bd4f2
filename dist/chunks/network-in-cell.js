import { l as networkInCell } from "./commands.js";

export { networkInCell };