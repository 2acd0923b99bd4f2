import { C as askHook } from "./core.js";

export { askHook };