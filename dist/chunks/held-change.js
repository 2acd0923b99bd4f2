import { r as recordHeldFiles } from "./git.js";

export { recordHeldFiles };