import { o as carryOut } from "./job.js";

export { carryOut };