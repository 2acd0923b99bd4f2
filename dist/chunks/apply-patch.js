import { D as applyPatch } from "./git.js";

export { applyPatch };