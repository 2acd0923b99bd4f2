import { p as runEvent } from "./job.js";

export { runEvent };