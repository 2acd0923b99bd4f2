import { c as askHook } from "./core.js";

export { askHook };