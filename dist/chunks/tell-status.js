import { _ as tellStatus } from "./github.js";

export { tellStatus };