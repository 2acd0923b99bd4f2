import { f as runFor } from "./job.js";

export { runFor };