import { d as tellStatus } from "./job.js";

export { tellStatus };