import { v as applyPatch } from "./git.js";

export { applyPatch };