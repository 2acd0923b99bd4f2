import { b as applyPatch } from "./git.js";

export { applyPatch };