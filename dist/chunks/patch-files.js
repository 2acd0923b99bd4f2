import { i as patchFiles } from "./git.js";

export { patchFiles };