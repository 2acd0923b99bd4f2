import { a as toolsDigest, i as progressedOf, r as assemble } from "./toolbox.js";

export { assemble, toolsDigest };