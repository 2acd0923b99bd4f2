import { a as patchFiles } from "./git.js";

export { patchFiles };