import { C as applyPatch } from "./git.js";

export { applyPatch };