import { a as progressedOf, i as assemble, o as toolsDigest } from "./toolbox.js";

export { assemble, toolsDigest };