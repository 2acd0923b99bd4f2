import { m as patchFiles } from "./git.js";

export { patchFiles };