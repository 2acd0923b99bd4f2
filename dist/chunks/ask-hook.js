import { r as askHook } from "./core.js";

export { askHook };