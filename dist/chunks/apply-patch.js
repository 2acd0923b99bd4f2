import { u as applyPatch } from "./git.js";

export { applyPatch };