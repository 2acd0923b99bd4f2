import { t as networkInCell } from "./doctor.js";

export { networkInCell };