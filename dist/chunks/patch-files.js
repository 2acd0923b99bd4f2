import { l as patchFiles } from "./git.js";

export { patchFiles };