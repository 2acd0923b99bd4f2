import { i as askHook } from "./core.js";

export { askHook };