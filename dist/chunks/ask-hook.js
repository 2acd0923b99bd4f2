import { a as askHook } from "./core.js";

export { askHook };