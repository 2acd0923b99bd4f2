import { f as runEvent } from "./job.js";

export { runEvent };