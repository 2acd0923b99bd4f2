import { o as patchFiles } from "./git.js";

export { patchFiles };