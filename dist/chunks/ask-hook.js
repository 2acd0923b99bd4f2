import { u as askHook } from "./core.js";

export { askHook };