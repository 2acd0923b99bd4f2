import { m as tellStatus } from "./github.js";

export { tellStatus };