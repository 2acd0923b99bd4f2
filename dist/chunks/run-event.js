import { d as runEvent } from "./job.js";

export { runEvent };