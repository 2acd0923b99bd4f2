import { _ as runEvent } from "./job.js";

export { runEvent };