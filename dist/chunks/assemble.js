import { d as assemble, f as progressedOf, p as toolsDigest } from "./toolbox.js";

export { assemble, toolsDigest };