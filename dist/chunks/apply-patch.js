import { x as applyPatch } from "./git.js";

export { applyPatch };