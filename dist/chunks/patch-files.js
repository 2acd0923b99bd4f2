import { d as patchFiles } from "./git.js";

export { patchFiles };