import { s as carryOut } from "./job.js";

export { carryOut };