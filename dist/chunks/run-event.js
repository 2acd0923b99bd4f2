import { C as runEvent } from "./job.js";

export { runEvent };