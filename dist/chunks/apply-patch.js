import { _ as applyPatch } from "./git.js";

export { applyPatch };