import { c as questionAbout, l as recordHeldFiles } from "./git.js";

export { recordHeldFiles };