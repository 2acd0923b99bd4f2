import { d as goneThread } from "./job.js";

export { goneThread };