import { f as tellStatus } from "./job.js";

export { tellStatus };