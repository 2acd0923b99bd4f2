import { p as openTask } from "./job.js";

export { openTask };