import { i as recordHeldFiles } from "./git.js";

export { recordHeldFiles };