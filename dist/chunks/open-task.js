import { u as openTask } from "./job.js";

export { openTask };