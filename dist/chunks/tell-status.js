import { h as tellStatus } from "./job.js";

export { tellStatus };