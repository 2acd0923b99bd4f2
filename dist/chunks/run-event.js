import { h as runEvent } from "./job.js";

export { runEvent };