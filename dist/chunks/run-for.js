import { l as runFor } from "./job.js";

export { runFor };