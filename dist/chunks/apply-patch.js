import { i as applyPatch } from "./git.js";

export { applyPatch };