import { c as runFor } from "./job.js";

export { runFor };