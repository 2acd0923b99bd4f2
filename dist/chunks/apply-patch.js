import { f as applyPatch } from "./git.js";

export { applyPatch };