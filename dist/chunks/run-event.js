import { m as runEvent } from "./job.js";

export { runEvent };