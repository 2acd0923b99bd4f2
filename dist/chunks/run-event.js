import { v as runEvent } from "./job.js";

export { runEvent };