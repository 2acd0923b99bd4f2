import { v as tellStatus } from "./job.js";

export { tellStatus };