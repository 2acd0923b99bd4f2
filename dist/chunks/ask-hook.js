import { l as askHook } from "./core.js";

export { askHook };