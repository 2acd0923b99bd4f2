import { s as applyPatch } from "./git.js";

export { applyPatch };