import { T as askHook } from "./core.js";

export { askHook };