import { p as patchFiles } from "./git.js";

export { patchFiles };