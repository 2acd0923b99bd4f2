import { d as questionAbout, f as recordHeldFiles } from "./git.js";

export { recordHeldFiles };